import { decodeCheckpoint } from '#schemas';
import { expect, test } from 'vitest';
import { type FakeSteps, fakeCatalogue, idsWith, report, soundSteps } from '#lab/doubles/merchant/catalogue-fake';
import catalogueCheckpoints from '../checkpoints.ts';

const products = Array.from({ length: 9 }, (_, index) => ({ id: `p${index}`, epochMs: Date.UTC(2026, 4, 1) + index }));
const farAhead = Date.UTC(2090, 0);

const withDecode = async (decode: FakeSteps['decode']) => {
  const reports = await report(
    [catalogueCheckpoints],
    fakeCatalogue(() => products, { ...soundSteps, decode }),
  );
  return { failed: idsWith(reports, 'failed'), warned: idsWith(reports, 'warned') };
};

test('a checkpoint far ahead that is refused is a warning at most', async () => {
  const refusing: FakeSteps['decode'] = (checkpoint) => {
    const at = decodeCheckpoint(checkpoint);
    return at && at.epochMs < farAhead ? at : undefined;
  };
  expect(await withDecode(refusing)).toEqual({ failed: [], warned: ['catalogue/strictly-after-checkpoint'] });
});

test('one that brings products is told, and one that brings none is right', async () => {
  const anew: FakeSteps['decode'] = (checkpoint) => {
    const at = decodeCheckpoint(checkpoint);
    return at && at.epochMs >= farAhead ? { ...at, epochMs: 0 } : at;
  };
  expect(await withDecode(anew)).toEqual({ failed: ['catalogue/strictly-after-checkpoint'], warned: [] });
  expect(await withDecode(decodeCheckpoint)).toEqual({ failed: [], warned: [] });
});
