import { unanswered } from '../../arrange/till/command-answer.ts';
import type { Wanted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed } from '../../outcome.ts';
import { type AcceptedOrderBaseline, allListed } from './rejection-check.ts';

type World = PosWorld<'submission/result-body'>;

/** An order that was accepted, and how others like it are sent. */
type Baseline = Pick<AcceptedOrderBaseline, 'exchange' | 'listingId' | 'send'>;

/** More than a couple orders, and no more than any till has the lines for. */
const mostListings = 5;
/** More than two of one. */
const pieces = 3;

/** Several listings in stock, one of them several times: it is answered, and where all of it is accepted, said to be. */
export const manyItems = async (world: World, baseline: Baseline): Promise<void> => {
  const { listingId } = baseline;
  const others = (world.fixtures.listings?.inStock ?? []).filter((other) => other !== listingId);
  if (others.length === 0) return;
  const wanted: readonly Wanted[] = [
    ...others.slice(0, mostListings - 1).map((other) => ({ listingId: other, quantity: 1 })),
    { listingId, quantity: pieces },
  ];
  const submitted = await baseline.send(wanted);
  if (submitted.kind === 'silent') {
    const what = `an order of ${wanted.length} items, one of them ${pieces} times`;
    const { finding } = submitted;
    const message = `A result was sent to an order of one item, and none to ${what}; send the result, also when it is a failure.`;
    return world.check('submission/result-body', failed({ ...finding, message, cause: 'no answer to many items' }));
  }
  if (submitted.kind === 'stopped') return world.check('submission/result-body', unanswered(submitted));
  if (submitted.result.success === true) world.check('submission/result-body', allListed(baseline, submitted, wanted));
};
