import { expect, test } from 'vitest';
import { certify, commandScenarios, idsWith, type Twist } from '#lab/doubles/till/pos-fake';
import type { Json } from '#lab/doubles/till/pos-restaurant';

const isAtTable = (payload: Json): boolean => Object(payload['orderContext']).stationKind === 'TABLE';

/** Puts what is ordered for elsewhere on the third table too, where `when` says so. */
const alsoAtThird = (when: (payload: Json) => boolean): NonNullable<Twist['till']> => {
  const orderContext = { type: 'STATION', stationKind: 'TABLE', stationId: 't3' };
  return (sound) => ({
    submit: (payload) => {
      if (!isAtTable(payload) && when(payload)) sound.submit({ ...payload, orderContext });
      return sound.submit(payload);
    },
  });
};

test.for<[string, (payload: Json) => boolean]>([
  ['of any kind', () => true],
  ['of a kiosk', ({ orderContext }) => Object(orderContext).stationKind === 'KIOSK'],
  ['to pick up', ({ orderContext }) => Object(orderContext).type === 'PICKUP'],
  ['that are paid', ({ payment }) => payment !== undefined],
])('orders for elsewhere %s that come onto a table nobody ordered at are told of', async ([, when]) => {
  expect(idsWith(await certify(commandScenarios, { till: alsoAtThird(when) }), 'failed', 'warned')).toEqual([
    'table/lines-follow-orders',
  ]);
});

test.for([2, 3, 5, 7, 11])('a waiter who adds something at some table with every %s. command is not', async (every) => {
  const submission = commandScenarios.filter(({ id }) => id === 'pos/submission');
  const busy: NonNullable<Twist['till']> = (sound, { tables }) => {
    let commands = 0;
    const add = (): void => {
      commands += 1;
      const tableId = `t${(commands % 8) + 1}`;
      if (commands % every > 0 || tables.get(tableId)?.status !== 'OPEN') return;
      const orderContext = { type: 'STATION', stationKind: 'TABLE', stationId: tableId };
      sound.submit({ orderContext, items: [{ listingId: 'l1', quantity: 1 }] });
    };
    return {
      submit: (payload) => {
        add();
        return sound.submit(payload);
      },
      table: (payload) => {
        add();
        return sound.table(payload);
      },
    };
  };
  expect(idsWith(await certify(submission, { till: busy }), 'failed', 'warned')).toEqual([]);
});
