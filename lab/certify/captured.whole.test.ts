import { expect, test } from 'vitest';
import type { JournalEvent } from '#schemas';
import { judgedAgain } from './captured.ts';
import { certify, type Suspect } from './certify.ts';

const recorded = async (suspect: Suspect) => {
  const events: JournalEvent[] = [];
  const { config } = await certify(suspect, { onEvent: (event) => events.push(event) });
  return { events, config };
};

test.each([
  { party: 'merchant', variant: 'willow' },
  { party: 'pos', variant: 'quartz' },
] as const)('nothing is named in any stretch of the traffic of a sound peer: $party $variant', async (peer) => {
  const { events, config } = await recorded(peer);
  expect(judgedAgain(peer.party, config, events)).toEqual({ missed: [], invented: [], findings: [] });
  const step = Math.ceil(events.length / 6);
  for (let from = 0; from < events.length; from += step) {
    for (const to of [from + step, from + 4 * step, events.length])
      expect(judgedAgain(peer.party, config, events.slice(from, to)).invented).toEqual([]);
  }
});

test.each([
  { party: 'merchant', variant: 'granite', fault: 'order:never-idempotent' },
  { party: 'merchant', variant: 'granite', fault: 'catalogue:neighbours-swapped' },
  { party: 'pos', variant: 'quartz', fault: 'poll:old-credentials' },
  { party: 'pos', variant: 'copper', fault: 'signature:test-call' },
] as const)('what a law names in a run is named in its traffic: $fault', async (peer) => {
  const { events, config } = await recorded(peer);
  const lawful = events.filter((event) => event.event === 'check' && event.by === 'law');
  expect(lawful.some((event) => event.event === 'check' && event.outcome.status === 'failed')).toBe(true);
  expect(judgedAgain(peer.party, config, events)).toEqual({ missed: [], invented: [], findings: [] });
});
