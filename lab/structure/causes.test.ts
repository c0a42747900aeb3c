import { expect, test } from 'vitest';
import { allCauses, isRequirementId } from '#schemas';
import { namedCauses } from './named-causes.fixture.ts';

const judges = '{traffic/laws,traffic/judging,schemas/judging,scenarios}/**/*.ts';
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
