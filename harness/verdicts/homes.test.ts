import { merchantScenarios, platformScenarios, posScenarios } from '#scenarios';
import { isWatched, lawOf, merchantLaws, posLaws } from '#traffic/laws';
import { expect, test } from 'vitest';
import { type RequirementId, requirementIds, requirement } from '#schemas';
import { isJudgedOnExchanges } from '#traffic';

const laws = [...merchantLaws, ...posLaws];
const scenarios = [...merchantScenarios, ...posScenarios, ...platformScenarios];
const covered = new Set<RequirementId>(scenarios.flatMap(({ covers }) => covers as readonly RequirementId[]));
const provoked = new Set(scenarios.flatMap(({ provokes }) => provokes));

test('every requirement has a home', () => {
  expect(requirementIds.filter((id) => !covered.has(id) && !isWatched(id))).toEqual([]);
});

test('no two laws tell of one requirement, and where a law does no scenario judges it', () => {
  const told: readonly RequirementId[] = laws.flatMap(({ covers }) => covers);
  expect(told.filter((id, index) => told.indexOf(id) !== index)).toEqual([]);
  // A law sees what changed, is lost, refused or short; that nothing did, or that it never comes again, only the scenario that made the occasion.
  expect(told.filter((id) => covered.has(id))).toEqual([
    'basket/answers-the-asked',
    'lock/as-recalculated',
    'recalculation/change-reflected',
    'recalculation/good-discount-applied',
    'recalculation/bad-discount-reported',
    'order/confirmed',
    'catalogue/strictly-after-checkpoint',
    'catalogue/change-bumps-updated-at',
    'basket-change/known-basket',
    'table/right-table',
    'table/updated-at-moves',
    'table/closed-at',
    'events/change-is-pushed',
    'payment/visible-in-table',
    'payment/failed-releases-bill',
    'table/lines-follow-orders',
    'submission/result-body',
    'submission/snapshot-and-receipt',
    'bill/stale-checkpoint',
    'bill/result-body',
    'bill/unpaid-lines',
    'bill/subset',
    'queue/test-round-trip',
    'queue/result-not-lost',
    'events/unique-message-id',
    'events/location-availability',
  ]);
  // An exchange shows that an order was declined, and only others whether it had to be; which id a bill has, which policies, and whose items and receipt they are, and when a table was closed; whether a basket lives, and what was said before.
  expect(told.filter(isJudgedOnExchanges)).toEqual([
    'basket/retrieval-answers',
    'basket/policies-omitted-when-none',
    'order/confirmed',
    'table/closed-at',
    'submission/result-body',
    'submission/snapshot-and-receipt',
    'bill/result-body',
    'events/location-availability',
  ]);
});

test('what a law tells of has a scenario that gives occasion for it, and nothing else is provoked', () => {
  expect(laws.flatMap(({ covers }) => covers).filter((id) => !provoked.has(id) && !covered.has(id))).toEqual([]);
  expect([...provoked].filter((id) => lawOf(id) === undefined)).toEqual([]);
});

/** A scenario tells whether the answer comes at all, or comes in the case at hand; its body is judged on every exchange. */
test('what is judged on every exchange and by scenarios as well is known by name', () => {
  expect(
    requirementIds.filter((id) => requirement(id).party !== 'platform' && isJudgedOnExchanges(id) && covered.has(id)),
  ).toMatchInlineSnapshot(`
    [
      "order/confirmed",
      "basket-change/body",
      "listings/synced-body",
      "table/snapshot-success",
      "table/snapshot-failure",
      "table/closed-at",
      "submission/result-body",
      "submission/snapshot-and-receipt",
      "bill/result-body",
      "payment/result-body",
      "events/location-availability",
      "events/order-type-availability",
      "events/listings-updated",
      "events/table-changed",
      "tips/put-body",
    ]
  `);
});

test('the laws of one party tell of that party', () => {
  expect(merchantLaws.flatMap(({ covers }) => covers).filter((id) => requirement(id).party !== 'merchant')).toEqual([]);
  expect(posLaws.flatMap(({ covers }) => covers).filter((id) => requirement(id).party !== 'pos')).toEqual([]);
});
