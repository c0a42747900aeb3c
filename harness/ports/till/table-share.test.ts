import { expect, test } from 'vitest';
import { createSharedTables } from './table-share.ts';

/** Who has taken which table, in the order they came to one. */
const log = () => {
  const seen: string[] = [];
  const take = (who: string, taken: Promise<string>): Promise<void> =>
    taken.then((table) => void seen.push(`${who} at ${table}`));
  return { seen, take };
};
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 9; turn++) await Promise.resolve();
};

test('each has a table of its own, and one stays free as long as anybody needs a second', async () => {
  const share = createSharedTables(['1', '2', '3']);
  const [a, b, c, d] = [share(), share(true), share(), share()];
  const { seen, take } = log();
  void take('a', a.take(['1', '2', '3']));
  void take('b', b.take(['1', '2', '3']));
  void take('c', c.take(['1', '2', '3']));
  await settled();
  expect(seen).toEqual(['a at 1', 'b at 2']);
  expect(a.takeAnother(['1', '2', '3'])).toBe('3');
  expect(b.takeAnother(['1', '2', '3'])).toBeUndefined();
  void take('b', b.takeBeside(['1', '3']));
  a[Symbol.dispose]();
  await settled();
  expect(seen).toEqual(['a at 1', 'b at 2', 'c at 1', 'b at 3']);
  void take('d', d.take(['1', '2', '3']));
  void take('e', share().take(['1', '2', '3']));
  await settled();
  expect(seen).toHaveLength(4);
  b[Symbol.dispose]();
  await settled();
  expect(seen.slice(4)).toEqual(['d at 2', 'e at 3']);
});

test('the only table goes round in the order in which it was asked for', async () => {
  const share = createSharedTables(['1']);
  const [a, b, c] = [share(), share(), share()];
  const { seen, take } = log();
  void take('a', a.take(['1']));
  void take('a', a.take(['1']));
  void take('b', b.take(['1']));
  void take('c', c.take(['1']));
  await settled();
  expect(seen).toEqual(['a at 1', 'a at 1']);
  a.leave('1');
  b.leave('1');
  await settled();
  b[Symbol.dispose]();
  await settled();
  expect(seen).toEqual(['a at 1', 'a at 1', 'b at 1', 'c at 1']);
});

test('whoever has to wait for an open table leaves the one it has, and keeps it while it waits for another', async () => {
  const share = createSharedTables(['1', '2', '3', '4']);
  const [a, b] = [share(), share()];
  const { seen, take } = log();
  await a.take(['1']);
  await b.take(['2']);
  await b.take(['closed']);
  void take('a', a.take(['closed']));
  await settled();
  expect(share().takeAnother(['1'])).toBeUndefined();
  b.leave('closed');
  void take('b', b.take(['1']));
  await settled();
  expect(seen).toEqual(['a at closed']);
  expect(share().takeAnother(['2'])).toBe('2');
  a[Symbol.dispose]();
  await settled();
  expect(seen).toEqual(['a at closed', 'b at 1']);
});

test('parts of one scenario that are under way at once sit at tables of their own, and leave them once they are over', async () => {
  const share = createSharedTables(['1', '2', '3', '4'])(true);
  const { seen, take } = log();
  {
    using a = share.apart();
    using b = share.apart();
    await take('a', a.take(['1', '2']));
    await take('b', b.take(['1', '2']));
    expect(a.takeAnother(['2', '3'])).toBe('3');
    b.leave('1');
    expect(b.takeAnother(['1', '2', '3'])).toBeUndefined();
  }
  await take('c', share.take(['1']));
  expect(seen).toEqual(['a at 1', 'b at 2', 'c at 1']);
});
