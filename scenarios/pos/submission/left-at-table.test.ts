import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith } from '#lab/doubles/till/pos-fake';

const submission = commandScenarios.filter(({ id }) => id === 'pos/submission-rejections');

/** A till that shows other lines than it has. */
const toldBy = async (shown: (lines: readonly unknown[]) => readonly unknown[]) =>
  idsWith(
    await certify(submission, {
      till: (sound) => ({
        snapshotOf: (table) => {
          const snapshot = sound.snapshotOf(table);
          return { ...snapshot, lines: shown(snapshot['lines'] as readonly unknown[]) };
        },
      }),
    }),
    'failed',
    'warned',
  );

test('a till that shows no more than so many lines is told of', async () => {
  expect(await toldBy((lines) => lines.slice(0, 5))).toEqual(['table/lines-follow-orders']);
});

test('one that shows what is ordered and not how often is not, nor the latest lines alone', async () => {
  expect(await toldBy((lines) => [...new Set(lines.map((line) => String(Object(line).what[0])))])).toEqual([]);
  expect(await toldBy((lines) => lines.slice(-2))).toEqual([]);
});
