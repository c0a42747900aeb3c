/**
 * A reference till in a process of its own, as slow as it is told: `node lab/bench/till-process.ts --variant copper --latency
 * 2000 --deletion 1500 --fault ID`. Says its configuration in one line and ends with its input.
 */
import { parseArgs } from 'node:util';
import { serve } from '#mocks/hosting';
import { createReferenceTill, type PosFault, type PosVariant } from '#mocks/pos';
import { systemClock } from '#mocks/time';
import { posFaults } from '../faults/index.ts';

const { values } = parseArgs({
  options: {
    variant: { type: 'string', default: 'copper' },
    latency: { type: 'string', default: '0' },
    deletion: { type: 'string', default: '0' },
    fault: { type: 'string', multiple: true, default: [] },
  },
});
const deletionMs = Number(values.deletion);

const faultOf = (id: string): PosFault => {
  const fault = Object.entries(posFaults).find(([known]) => known === id)?.[1];
  if (fault === undefined) throw new Error(`there is no fault ${id}`);
  return fault;
};

/** Both protocols of the queue name the action: one in a header, the other in the body. */
const isDeletion = async (request: Request): Promise<boolean> =>
  request.headers.get('x-amz-target')?.includes('DeleteMessage') === true ||
  (await request.clone().text()).includes('Action=DeleteMessage');

const till = createReferenceTill({
  variant: values.variant as PosVariant,
  clock: systemClock,
  latencyMs: Number(values.latency),
  faults: values.fault.map(faultOf),
  ...(deletionMs > 0 && {
    send: async (request: Request) => {
      if (await isDeletion(request)) await systemClock.sleep(deletionMs);
      return await fetch(request);
    },
  }),
});
const host = await serve((request) => till.fetch(request));
process.stdout.write(`${JSON.stringify({ config: till.configuration(host.url) })}\n`);
process.stdin.resume();
process.stdin.once(
  'end',
  () =>
    void till
      .stop()
      .then(async () => await host[Symbol.asyncDispose]())
      .then(() => process.exit()),
);
