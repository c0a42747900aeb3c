import type { PosTriggerInputs } from '../../context/pos.ts';
import type { awaitEvent } from './await-event.ts';
import { readOpen } from './read-results.ts';

/** Opens or closes the location, and the event that tells of it. */
export const locationChange = (
  open: boolean,
  more: Omit<PosTriggerInputs['setLocation'], 'open'> = {},
): {
  readonly trigger: { readonly name: 'setLocation'; readonly input: PosTriggerInputs['setLocation'] };
  readonly event: Parameters<typeof awaitEvent>[2];
} => ({
  trigger: { name: 'setLocation', input: { ...more, open } },
  event: {
    messageKind: 'PosLocationAvailabilityChanged',
    what: `the location is ${open ? 'opened' : 'closed'}`,
    says: (body) => (readOpen(body) === open ? 'so' : readOpen(body) === !open ? 'otherwise' : 'unreadable'),
  },
});
