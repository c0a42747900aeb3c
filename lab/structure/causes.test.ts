import { expect, test } from 'vitest';
import { allCauses, costOf, isRequirementId, type RequirementId, requirementIds } from '#schemas';
import { namedCauses } from './named-causes.fixture.ts';

const judges = '{traffic/laws,traffic/judging,schemas/judging,scenarios}/**/*.{ts,json}';
/** The platform is ours: its checks say what is wrong in the message alone. */
const others = /\.test\.|\.fixture\.|^scenarios\/platform/u;

const rows = Object.entries(allCauses());

test('every cause that a law or a scenario names has a row, and every row is named', () => {
  const told = new Set(rows.flatMap(([, causes]) => causes.map(({ id }) => id)));
  const named = namedCauses(judges, others);
  expect({
    'add to schemas/causes': [...named].filter((id) => !told.has(id)),
    'take out of schemas/causes': [...told].filter((id) => !named.has(id)),
  }).toEqual({ 'add to schemas/causes': [], 'take out of schemas/causes': [] });
});

test.each(rows)('the causes of %s are said in short sentences, and how to mend each', (requirement, causes) => {
  if (requirement !== 'shared/any') expect(isRequirementId(requirement)).toBe(true);
  for (const { id, sentence, fix, certain } of causes) {
    expect(id).toMatch(/^[a-z\d*-]+$/u);
    for (const text of [sentence, fix]) expect(text).toMatch(/^[A-Za-z].+\.$/u);
    for (const text of [sentence, fix]) expect(text.split(/\s+/u).length, text).toBeLessThanOrEqual(25);
    expect(certain).toBeDefined();
  }
});

test('every requirement has a cost, and the dearest cause of a requirement is found by its name', () => {
  expect(requirementIds.filter((id) => costOf(id) === undefined)).toEqual([]);
  const wordsOf = (id: RequirementId, cause?: string) => costOf(id, cause)?.words;
  expect(wordsOf('bill/unpaid-lines', 'a-paid-line-billed-again')).toMatch(/twice/u);
  expect(wordsOf('bill/unpaid-lines', 'no-bill-for-the-rest')).toMatch(/amount/u);
  expect(wordsOf('order/idempotent', 'stock-taken-by-a-repeat')).toMatch(/stock/u);
  expect(wordsOf('order/confirmed', 'status-500')).toMatch(/lost/u);
  expect(wordsOf('order/confirmed', 'large-order-declined')).toMatch(/lost/u);
  expect(wordsOf('basket/ean', 'ean-type')).toMatch(/read/u);
});

test('every family of costs is some requirement’s, in plain sentences', () => {
  const subjects = [
    ...requirementIds.map((id) => [id, 'type'] as const),
    ...rows.flatMap(([id, causes]) => causes.map((cause) => [id, cause.id] as const)),
  ];
  const found = new Set(subjects.flatMap(([id, cause]) => (isRequirementId(id) ? [costOf(id, cause)] : [])));
  expect(new Set([...found].map((cost) => cost?.rank)).size).toBe(15);
  for (const cost of found)
    for (const sentence of cost?.look.split(/(?<=[.?]) /u) ?? [])
      expect(sentence.split(' ').length, sentence).toBeLessThanOrEqual(30);
});
