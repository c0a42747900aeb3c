import { defineCheckedScenario, status } from './findings.ts';
import { arriving, openTill } from './till.ts';

export default defineCheckedScenario({
  id: 'platform/health-reports',
  title: 'Commands go out as long as health reports come in',
  covers: 'platform/health',
  async run(world, check) {
    const { healthTimeoutMs } = world.timing;
    const till = await openTill(world);
    const sends = async (wanted: boolean, when: string) => {
      const arrived = await arriving(world, till, ['PICKUP']);
      check.that(
        arrived.has('PICKUP') === wanted,
        `An order ${wanted ? 'did not reach' : 'reached'} the POS ${when}.`,
        wanted ? 'the command is sent' : 'no command is sent',
        wanted ? 'no command arrived' : 'the command arrived',
      );
    };
    const reports = async () => check.answered(await till.health(), 'A health report', status(204));

    await reports();
    await sends(true, 'right after a health report');
    await world.control.advance(healthTimeoutMs * 0.6);
    await reports();
    await world.control.advance(healthTimeoutMs * 0.6);
    await sends(true, 'although its last health report is younger than the timeout');
    await world.control.advance(healthTimeoutMs + 1000);
    await sends(false, 'although no health report came within the timeout');
    await reports();
    await sends(true, 'after its health reports had begun again');
  },
});
