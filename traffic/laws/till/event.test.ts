import { expect, test } from 'vitest';
import { active, type Seen, told } from '../pos-stream.fixture.ts';

const pushed = (at: number, messageId: string, open: unknown, more: object = {}): Seen => ({
  kind: 'event',
  at,
  messageKind: 'PosLocationAvailabilityChanged',
  messageId,
  body: { open, ...more },
  status: 204,
  signed: true,
});
const refused = (at: number, messageId: string, open: boolean, status = 503): Seen =>
  ({ ...pushed(at, messageId, open), status }) as Seen;
const said = (...seen: readonly Seen[]) => told([active, ...seen], 60_000)['events/location-availability'];

test('what was refused and is repeated after the newer state was taken is told of', () => {
  const stream = [refused(1_000, 'a', false), pushed(6_000, 'b', true), pushed(7_000, 'a', false)];
  expect(said(...stream)).toEqual(['a former state repeated after the newer one']);
  expect(said(...stream, pushed(40_000, 'c', true))).toEqual(['a former state repeated after the newer one']);
  expect(said(stream[0] as Seen, refused(2_000, 'a', false), ...stream.slice(1))).toHaveLength(1);
});

test.for([
  ['it is repeated before', [refused(1_000, 'a', false), pushed(2_000, 'a', false), pushed(6_000, 'b', true)]],
  ['both say the same', [refused(1_000, 'a', false), pushed(6_000, 'b', false), pushed(7_000, 'a', false)]],
  ['it is another event', [refused(1_000, 'a', false), pushed(6_000, 'b', true), pushed(7_000, 'c', false)]],
  ['it says how it is now', [refused(1_000, 'a', false), pushed(6_000, 'b', true), pushed(7_000, 'a', true)]],
  ['both came at once', [refused(1_000, 'a', false), pushed(1_500, 'b', true), pushed(7_000, 'a', false)]],
  [
    'it was taken before',
    [pushed(500, 'a', false), refused(1_000, 'a', false), pushed(6_000, 'b', true), pushed(7_000, 'a', false)],
  ],
  [
    'it is said once more how it is',
    [refused(1_000, 'a', false), pushed(6_000, 'b', true), pushed(7_000, 'a', false), pushed(8_000, 'c', true)],
  ],
  [
    'it names the time that it is about',
    [
      refused(1_000, 'a', false),
      pushed(6_000, 'b', true),
      pushed(7_000, 'a', false, { effectiveAt: '2026-05-01T12:00:00Z' }),
    ],
  ],
  [
    'the newer one is of another time',
    [
      refused(1_000, 'a', false),
      pushed(6_000, 'b', true, { effectiveAt: '2026-05-01T12:00:00Z' }),
      pushed(7_000, 'a', false),
    ],
  ],
  ['it was refused for good', [refused(1_000, 'a', false, 400), pushed(6_000, 'b', true), pushed(7_000, 'a', false)]],
  ['it was refused again', [refused(1_000, 'a', false), pushed(6_000, 'b', true), refused(7_000, 'a', false)]],
  ['the run ends at once', [refused(1_000, 'a', false), pushed(6_000, 'b', true), pushed(59_000, 'a', false)]],
] as const)('where %s nothing is said', ([, seen]) => {
  expect(said(...seen)).toBeUndefined();
});
