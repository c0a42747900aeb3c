import { expect, test } from 'vitest';
import { certify, commandScenarios } from '#lab/doubles/till/pos-fake';

const submission = commandScenarios.filter(({ id }) => id === 'pos/submission');

/** Whether a till that shows other lines than it has is told so. */
const isTold = async (shown: (lines: readonly unknown[]) => readonly unknown[]) => {
  const verdicts = await certify(submission, {
    till: (sound) => ({
      snapshotOf: (table) => {
        const snapshot = sound.snapshotOf(table);
        return { ...snapshot, lines: shown(snapshot['lines'] as readonly unknown[]) };
      },
    }),
  });
  return [...verdicts.values()]
    .flat()
    .some((outcome) => 'cause' in outcome && outcome.cause === 'accepted items owed and not shown');
};

test('a till that shows no more than so many lines is told of', async () => {
  expect(await isTold((lines) => lines.slice(0, 5))).toBe(true);
});

test('one that shows what is ordered and not how often is not, nor the latest lines alone', async () => {
  expect(await isTold((lines) => [...new Set(lines.map((line) => String(Object(line).what[0])))])).toBe(false);
  expect(await isTold((lines) => lines.slice(-2))).toBe(false);
});
