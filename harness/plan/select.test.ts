import type { Config, MerchantRequirementId, RequirementId } from '#schemas';
import { defineMerchantScenario, type MerchantScenario } from '#scenarios';
import { expect, test } from 'vitest';
import { select, type Selection } from './select.ts';

const scenario = (
  id: string,
  covers: readonly MerchantRequirementId[],
  needs: readonly string[] = [],
): MerchantScenario =>
  defineMerchantScenario({ id, title: id, phase: 'read', needs, covers, run: () => Promise.resolve() });

const scenarios = [
  scenario('merchant/read', ['basket/expires-in-future']),
  scenario('merchant/walk', ['catalogue/limit', 'catalogue/ascending-order'], ['merchant.catalogueUrl']),
  scenario('merchant/lock', ['lock/orderable'], ['merchant.orderUrl', 'triggers.createBasket']),
];
const config: Config = { merchant: { catalogueUrl: 'http://c', orderUrl: 'http://o' } };

const plan = (given: Partial<Selection> = {}) => {
  const selected = select({
    suite: 'merchant',
    scenarios,
    config,
    hasTrigger: () => true,
    only: [],
    skip: [],
    ...given,
  });
  const { omitted, notApplicable, filtered = [] } = selected.written;
  const reasons = (rows: typeof notApplicable) =>
    new Map<RequirementId, string>(rows.map(({ requirement, reason }) => [requirement, reason]));
  return {
    ...selected,
    runs: selected.scenarios.map(({ id }) => id),
    omitted: Object.fromEntries(omitted.map(({ id, reason, unlock }) => [id, unlock ?? reason])),
    outside: reasons(notApplicable),
    filtered: reasons(filtered),
  };
};

test('everything runs when nothing is in its way', () => {
  expect(plan()).toMatchObject({ runs: ['merchant/read', 'merchant/walk', 'merchant/lock'], omitted: {} });
  expect(plan().outside.size).toBe(0);
});

test('what the target does not claim is not applicable, and what only covers that does not run', () => {
  const { runs, omitted, outside, inScope } = plan({
    config: { ...config, capabilities: { merchant: { lock: false } } },
  });
  expect(runs).toEqual(['merchant/read', 'merchant/walk']);
  expect(omitted).toEqual({ 'merchant/lock': 'capabilities.merchant.lock is false' });
  expect(outside.get('lock/answers')).toBe('capabilities.merchant.lock is false');
  expect(inScope('lock/answers')).toBe(false);
});

test.each<[string, Partial<Selection>, Record<string, string>]>([
  ['an address', { config: {} }, { 'merchant/walk': 'merchant.catalogueUrl', 'merchant/lock': 'merchant.orderUrl' }],
  ['a trigger', { hasTrigger: () => false }, { 'merchant/lock': 'triggers.createBasket' }],
])('a scenario without %s is omitted with the key', (_, given, omitted) => {
  expect(plan(given).omitted).toEqual(omitted);
});

test('an empty fixture is as good as none', () => {
  const needy = [scenario('merchant/needy', ['lock/orderable'], ['merchant.fixtures.products.limited'])];
  const empty = { merchant: { fixtures: { products: { limited: [] } } } };
  expect(plan({ scenarios: needy, config: empty }).omitted).toEqual({
    'merchant/needy': 'merchant.fixtures.products.limited',
  });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['a requirement', ['catalogue/limit'], ['merchant/walk']],
  ['an area', ['catalogue'], ['merchant/walk']],
  ['a scenario', ['merchant/read'], ['merchant/read']],
  ['a schema row nobody covers', ['basket/price'], ['merchant/read']],
  ['a row about all answers', ['http/json-content-type'], ['merchant/read', 'merchant/walk']],
  ['several', ['lock', 'merchant/read'], ['merchant/read', 'merchant/lock']],
])('--only with %s runs just what it takes', (_, only, runs) => {
  expect(plan({ only }).runs).toEqual(runs);
});

test('--only with a requirement leaves every other out', () => {
  const { filtered, inScope } = plan({ only: ['catalogue/limit'] });
  expect(filtered.get('catalogue/ascending-order')).toBe('left out by --only');
  expect(filtered.has('catalogue/limit')).toBe(false);
  expect(inScope('catalogue/page')).toBe(false);
});

test('--only with a scenario keeps what its exchanges show', () => {
  const { filtered, inScope } = plan({ only: ['merchant/walk'] });
  expect(filtered.get('catalogue/page')).toBe('left out by --only');
  expect(inScope('catalogue/page')).toBe(true);
  expect(inScope('lock/orderable')).toBe(false);
});

test.each<[string, readonly string[], readonly string[], RequirementId]>([
  ['an area', ['catalogue'], ['merchant/read', 'merchant/lock'], 'catalogue/page'],
  ['a scenario', ['merchant/lock'], ['merchant/read', 'merchant/walk'], 'lock/orderable'],
  ['a requirement', ['catalogue/limit'], ['merchant/read', 'merchant/walk', 'merchant/lock'], 'catalogue/limit'],
])('--skip with %s leaves it out', (_, skip, runs, out) => {
  const skipped = plan({ skip });
  expect(skipped.runs).toEqual(runs);
  expect(skipped.filtered.get(out)).toBe('left out by --skip');
  expect(skipped.inScope(out)).toBe(false);
});

test('--only takes from nobody what it can try without: an order for a requirement that others show too', () => {
  const shown = { provokes: ['basket/one-unit'] as const };
  const both = [
    { ...scenario('merchant/recalculate', ['recalculation/answers']), ...shown },
    { ...scenario('merchant/pay', ['order/idempotent'], ['merchant.orderUrl']), ...shown },
  ];
  const runs = (only: string, given: Partial<Selection> = {}) => plan({ scenarios: both, only: [only], ...given }).runs;
  expect(runs('basket')).toEqual(['merchant/recalculate']);
  expect(runs('order')).toEqual(['merchant/pay']);
  expect(runs('merchant/pay')).toEqual(['merchant/pay']);
  // Nobody else is there to show it.
  const needy = both.map((one, index) => ({ ...one, needs: index === 0 ? ['triggers.createBasket'] : one.needs }));
  expect(runs('basket', { scenarios: needy, hasTrigger: () => false })).toEqual(['merchant/pay']);
});

test('an unknown name is refused with the nearest valid one', () => {
  expect(() => plan({ only: ['catalog'] })).toThrow('Did you mean catalogue?');
  expect(() => plan({ skip: ['merchant/wlak'] })).toThrow('Did you mean merchant/walk?');
});

test('shards share the scenarios out, each to exactly one', () => {
  const runs = [1, 2].map((index) => plan({ shard: { index, of: 2 } }).runs);
  expect(runs).toEqual([['merchant/read', 'merchant/lock'], ['merchant/walk']]);
});

test('what uses up the same stays in one shard', () => {
  const one = { ...scenario('merchant/a', ['lock/orderable']), usesUp: 'stock' };
  const other = { ...scenario('merchant/c', ['lock/orderable']), usesUp: 'stock' };
  const three = [one, scenario('merchant/b', ['lock/orderable']), other];
  const runs = [1, 2].map((index) => plan({ scenarios: three, shard: { index, of: 2 } }).runs);
  expect(runs).toEqual([['merchant/a', 'merchant/c'], ['merchant/b']]);
});

test('a replay runs its scenario and nothing else', () => {
  const replayed = plan({ replay: { scenario: 'merchant/walk' } });
  expect(replayed.runs).toEqual(['merchant/walk']);
  expect(replayed.filtered.get('lock/orderable')).toBe('left out by --replay');
});
