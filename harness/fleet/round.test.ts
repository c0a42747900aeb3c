import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sample } from '#lab/doubles/reports/reported';
import { failing, incomplete } from '#lab/doubles/reports/reported-cases';
import { testFolder } from '#lab/doubles/test-folder';
import { readRound, roundIn, roundName, writeRound } from './round.ts';

const at = '2026-11-21T12:00:00.000Z';
/** A folder with the results of a fleet, beside one that nobody is to write to. */
const places = () => {
  const place = testFolder();
  const folder = join(place, 'results');
  for (const path of [join(folder, 'a'), join(place, 'earlier'), join(place, 'victim')])
    mkdirSync(path, { recursive: true });
  const row = { suite: 'merchant', labels: {}, verdict: 'conformant', failed: [], open: 0 };
  return {
    folder,
    victim: join(place, 'victim'),
    earlier(name: unknown) {
      const rows = [{ ...row, name }];
      writeFileSync(join(place, 'earlier', roundName), JSON.stringify({ tool: {}, at, rows }));
      return roundIn(join(place, 'earlier'), 'earlier');
    },
  };
};

test.each(['../victim', '/tmp', '..', 5, undefined])('a round before that names a target %j is none', (name) => {
  const { earlier } = places();
  expect(() => earlier(name)).toThrow(/--since: earlier holds no fleet\.json/);
});

test('a target that is gone gets no badge, and nothing is written through a link', async () => {
  const { folder, victim, earlier } = places();
  mkdirSync(join(folder, 'gone'));
  writeFileSync(join(folder, 'fleet-targets.json'), JSON.stringify([{ name: 'a', suite: 'merchant', labels: {} }]));
  await writeRound(folder, readRound(folder, { at, before: earlier('gone') }));
  expect(existsSync(join(folder, 'gone', 'badge.svg'))).toBe(false);
  for (const name of ['b', 'fleet.html']) {
    const { folder: linked, ...others } = places();
    symlinkSync(name === 'b' ? others.victim : join(others.victim, 'page'), join(linked, name));
    const listed = ['a', 'b'].map((each) => ({ name: each, suite: 'merchant', labels: {} }));
    writeFileSync(join(linked, 'fleet-targets.json'), JSON.stringify(listed));
    await expect(writeRound(linked, readRound(linked, { at, before: undefined }))).rejects.toThrow('is a link');
    expect(readdirSync(others.victim)).toEqual([]);
  }
  expect(readdirSync(victim)).toEqual([]);
});

test('a list of targets with labels that are none is not believed', () => {
  const { folder } = places();
  const rows = [null, 5, { x: 1 }, { x: 'y' }].map((labels) => ({ name: 'a', suite: 'merchant', labels }));
  writeFileSync(join(folder, 'fleet-targets.json'), JSON.stringify(rows));
  expect(readRound(folder, { at, before: undefined }).rows).toEqual([
    { name: 'a', suite: 'merchant', labels: { x: 'y' }, verdict: 'missing', failed: [], open: 0 },
  ]);
});

test('a target leads to what it left: its page, without one its results, and one that is missing nowhere', async () => {
  const { folder } = places();
  const names = ['a', 'b', 'c'];
  const listed = names.map((name) => ({ name, suite: 'merchant', labels: {} }));
  writeFileSync(join(folder, 'fleet-targets.json'), JSON.stringify(listed));
  mkdirSync(join(folder, 'b'));
  for (const name of ['a', 'b']) writeFileSync(join(folder, name, 'results.json'), JSON.stringify(sample().result));
  writeFileSync(join(folder, 'a', 'report.html'), '');
  const round = readRound(folder, { at, before: undefined });
  expect(round.rows.map(({ file }) => file)).toEqual(['report.html', 'results.json', undefined]);
});

test('what is open says on which settings it depends, and the worst come first on the page', async () => {
  const { folder } = places();
  const listed = ['a', 'b'].map((name) => ({ name, suite: 'merchant', labels: {} }));
  writeFileSync(join(folder, 'fleet-targets.json'), JSON.stringify(listed));
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'a', 'results.json'), JSON.stringify(incomplete().result));
  writeFileSync(join(folder, 'b', 'results.json'), JSON.stringify(failing().result));
  const round = readRound(folder, { at, before: undefined });
  expect(round.rows[0]?.reason).toMatch(/^set or change triggers\.\w+, /);
  await writeRound(folder, round);
  const page = readFileSync(join(folder, 'fleet.html'), 'utf8');
  expect(page.indexOf('["b","merchant"')).toBeLessThan(page.indexOf('["a","merchant"'));
});
