import { pathTo } from '#schemas';
import { notExercised } from '../outcome.ts';
import { defineCheckedScenario, refusal, success } from './findings.ts';
import { pairOf } from './messages.ts';
import { openTill, software } from './till.ts';
import type { PlatformCall, SignatureFlaw } from '../context/platform.ts';

const flaws: Readonly<Record<SignatureFlaw, string>> = {
  forged: 'signed with another secret',
  stale: 'signed too long ago',
  tampered: 'with a body that was changed after signing',
  'unknown-key': 'signed with a key nobody issued',
};

export default defineCheckedScenario({
  id: 'platform/signed-calls',
  title: 'Calls that are unsigned, wrongly signed or too old are refused',
  covers: 'platform/signature-enforced',
  async run(world, check) {
    if (world.signatures !== 'enforce')
      return notExercised(`signatures are configured as ${world.signatures}`, 'platform.signature.mode');
    const { api } = world;
    const till = await openTill(world);
    const messageKind = 'TableOrderSnapshotRequested';
    const { payload, result } = pairOf(messageKind);
    const messageId = await till.send({ messageKind, payload });
    const recipient = pathTo('getTipRecipient', { id: world.fresh('waiter') });
    const person = { phoneNumber: '+48600100200', displayName: 'Ala' };
    const event = { changes: [{ orderType: 'PICKUP', state: 'ACCEPTING' }] };
    const calls: Readonly<Record<string, PlatformCall>> = {
      'A health report': { method: 'POST', path: api.paths.health, body: { healthy: true, ...software } },
      'An event': {
        method: 'POST',
        path: api.paths.event('PosOrderTypeAvailabilityChanged'),
        ...api.identified(world.fresh('event'), event),
      },
      'The test call': { method: 'POST', path: pathTo('testCall') },
      'A callback': { method: 'POST', path: pathTo('callback', { messageKind, messageId }), body: result },
      'Putting a tip recipient': { method: 'PUT', path: recipient, body: person },
      'Reading a tip recipient': { method: 'GET', path: recipient },
      'Listing tip recipients': { method: 'GET', path: pathTo('listTipRecipients') },
    };
    for (const [what, call] of Object.entries(calls)) {
      check.answered(await api.call(call), `${what} without a signature`, refusal);
      for (const [flaw, words] of Object.entries(flaws)) {
        if (flaw === 'tampered' && call.body === undefined) continue;
        const bad = await api.call({ ...call, keys: till.keys, flaw: flaw as SignatureFlaw });
        check.answered(bad, `${what} ${words}`, refusal);
      }
      const twin = await api.call({ ...call, keys: till.keys });
      check.answered(twin, `${what} with a good signature`, success);
    }
  },
});
