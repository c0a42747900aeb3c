import { expect, test } from 'vitest';
import type { OrderPlacement } from '#schemas';
import type { Answer } from '../../context/merchant.ts';
import { crashingId } from './crashing-id.ts';

type Args = Parameters<typeof crashingId>;

const refused = (status: number): Answer => ({ kind: 'refused', status, text: '', exchange: 1, durationMs: 1 });
const confirmed: Answer = { kind: 'answered', status: 200, body: {}, valid: true, exchange: 2, durationMs: 1 };

const told = async (oaOrderId: string, statusOf: (id: string, call: number) => number | undefined) => {
  let calls = 0;
  const order = ({ oaOrderId: id }: OrderPlacement): Promise<Answer> => {
    const status = statusOf(id, ++calls);
    return Promise.resolve(status === undefined ? confirmed : refused(status));
  };
  const world = { merchant: { order } } as unknown as Args[0];
  const ready = { order: {} } as unknown as Args[1];
  const answer = await order({ oaOrderId } as OrderPlacement);
  return (await crashingId(world, ready, { oaOrderId, answer }, () => Promise.resolve(ready)))?.status;
};

const capitals = (id: string): number | undefined => (/[A-Z]/u.test(id) ? 500 : undefined);

test('an id in capitals that crashes each time is told', async () => {
  expect(await told('OA-1', capitals)).toBe('failed');
});

test('another status, other orders that are declined, a crash for once, and longer or stranger ids say nothing', async () => {
  expect(await told('OA-1', (id) => capitals(id) && 422)).toBeUndefined();
  expect(await told('OA-1', () => 500)).toBeUndefined();
  expect(await told('OA-1', (_, call) => (call === 1 ? 500 : undefined))).toBeUndefined();
  expect(await told(`OA-${'1'.repeat(34)}`, capitals)).toBeUndefined();
  expect(await told('OA-１', capitals)).toBeUndefined();
  expect(await told('OA-1 ', capitals)).toBeUndefined();
});
