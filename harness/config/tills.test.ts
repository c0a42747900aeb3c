import type { Config, NamedTill } from '#schemas';
import { expect, test } from 'vitest';
import { tillsOf } from './tills.ts';

const front = { name: 'front', merchantTaxId: '1' };
const loadedWith = (tills: readonly NamedTill[], pos: Config['pos'] = {}, config: Config = {}) => ({
  config: { ...config, pos: { ...pos, tills: [...tills] } },
  file: 'c.yaml',
  secrets: [],
});

test('a till has its own settings before those of all', () => {
  const shared = { merchantTaxId: '1', fixtures: { kiosks: ['K1'] } };
  const manual = { manual: 'do it' };
  const loaded = loadedWith(
    [{ name: 'front' }, { name: 'bar', merchantTaxId: '2', triggers: { testRoundTrip: manual } }],
    shared,
    {
      target: { name: 'Acme', version: '1' },
      triggers: { changeListing: manual },
    },
  );
  expect(tillsOf(loaded)?.map(({ name, loaded: { config } }) => ({ name, ...config }))).toEqual([
    {
      name: 'front',
      target: { name: 'Acme · front', version: '1' },
      pos: shared,
      triggers: { changeListing: manual },
    },
    {
      name: 'bar',
      target: { name: 'Acme · bar', version: '1' },
      pos: { ...shared, merchantTaxId: '2' },
      triggers: { changeListing: manual, testRoundTrip: manual },
    },
  ]);
  expect(tillsOf(loaded, ['bar'])?.map(({ name }) => name)).toEqual(['bar']);
});

test('one till without a name is no list of tills', () => {
  expect(tillsOf({ config: { pos: { merchantTaxId: '1' } }, file: 'c.yaml', secrets: [] })).toBeUndefined();
});

test.each([
  ['an empty list', loadedWith([]), [], 'pos.tills is empty'],
  ['a command for all', loadedWith([front], { command: 'till' }), [], 'pos.command and pos.tills are both given'],
  [
    'a name twice',
    loadedWith([front, { ...front, name: 'Front' }]),
    [],
    'pos.tills[1].name: Front is taken by another',
  ],
  [
    'the name of a report',
    loadedWith([{ ...front, name: 'replays' }]),
    [],
    'replays is the name of one of our reports',
  ],
  ['no tax id', loadedWith([front, { name: 'bar' }]), [], 'pos.tills[1].merchantTaxId is missing'],
  ['two ways to start', loadedWith([{ ...front, command: 'a', image: 'b' }]), [], 'pos.tills[0].command and'],
  ['an unknown till', loadedWith([front]), ['frnt'], 'Did you mean front? Valid: front.'],
  [
    'no tills',
    { config: {}, file: 'c.yaml', secrets: [] },
    ['front'],
    '--till names one of pos.tills, and c.yaml has none',
  ],
])('%s is refused', (_, loaded, chosen, message) => {
  expect(() => tillsOf(loaded, chosen)).toThrow(message);
});
