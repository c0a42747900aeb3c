import { expect, test } from 'vitest';
import { createCallSlots } from './call-slots.ts';

const gate = () => {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string) => async (): Promise<string> => {
    log.push(name);
    await new Promise<void>((end) => ends.set(name, end));
    return name;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return { log, call, end };
};

test('so many calls are under way at once, and the others come in their order', async () => {
  const { log, call, end } = gate();
  const slots = createCallSlots(2).turns;
  for (const name of ['a', 'b', 'c', 'd']) void slots(call(name));
  await end('none');
  expect(log).toEqual(['a', 'b']);
  await end('b');
  expect(log).toEqual(['a', 'b', 'c']);
});

test('calls that belong together wait until no other is under way, and nobody overtakes them', async () => {
  const { log, call, end } = gate();
  const slots = createCallSlots(2).turns;
  void slots(call('before'));
  void slots.together(async (kept) => await Promise.all([kept(call('one')), kept(call('other'))]));
  void slots(call('after'));
  await end('none');
  expect(log).toEqual(['before']);
  await end('before');
  expect(log).toEqual(['before', 'one', 'other']);
  await end('one');
  await end('other');
  expect(log).toEqual(['before', 'one', 'other', 'after']);
});

test('more together than there are places take those there are', async () => {
  const { log, call, end } = gate();
  const names = ['one', 'two', 'three'];
  const done = createCallSlots(2).turns.together(
    async (kept) => await Promise.all(names.map((name) => kept(call(name)))),
  );
  await end('none');
  expect(log).toEqual(['one', 'two']);
  for (const name of names) await end(name);
  expect(await done).toEqual(names);
});

test('those for whom time presses go before all that wait', async () => {
  const { log, call, end } = gate();
  const { turns, ahead } = createCallSlots(1);
  for (const name of ['a', 'b']) void turns(call(name));
  void ahead(call('pressed'));
  await end('none');
  await end('a');
  expect(log).toEqual(['a', 'pressed']);
});

test('who has fewest calls under way goes before who has more', async () => {
  const { log, call, end } = gate();
  const { lane } = createCallSlots(2);
  const [one, other] = [lane(), lane()];
  for (const name of ['a', 'b', 'c']) void one(call(name));
  for (const name of ['x', 'y']) void other(call(name));
  await end('none');
  await end('a');
  expect(log).toEqual(['a', 'b', 'x']);
  await end('x');
  expect(log).toEqual(['a', 'b', 'x', 'y']);
});
