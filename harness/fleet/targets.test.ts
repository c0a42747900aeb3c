import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { jobIndex } from './job-index.ts';
import { fleetTargets } from './targets.ts';

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = testFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
};

const fleet = (text: string) => ({ 'fleet.yaml': text, 'shops/b.yaml': '', 'shops/a.yaml': '', 'till one.yaml': '' });

test('a pattern is a target for each file, in an order that every machine agrees on', () => {
  const text = 'targets: [{ config: shops/*.yaml, labels: { team: a } }, { config: till one.yaml, suite: pos }]';
  expect(fleetTargets('fleet.yaml', folderWith(fleet(text)))).toMatchObject([
    { name: 'shops-a', suite: 'merchant', labels: { team: 'a' } },
    { name: 'shops-b' },
    { name: 'till-one', suite: 'pos', overrides: {} },
  ]);
});

test.each([
  ['targets: []', 'at least 1 item'],
  ['targets: [{ config: shops/*.json }]', 'no configuration file is called shops/*.json'],
  ['targets: [{ config: shops/a.yaml }, { config: shops/*.yaml }]', 'shops-a is listed twice'],
  ['targets: [{ config: shops/a.yaml, suite: platform }]', '/targets/0/suite'],
  ['{', 'fleet.yaml'],
])('refuses %s in one sentence', (text, why) => {
  expect(() => fleetTargets('fleet.yaml', folderWith(fleet(text)))).toThrow(why);
});

test.each([
  [undefined, { JOB_COMPLETION_INDEX: '2' }, 2],
  [undefined, { AWS_BATCH_JOB_ARRAY_INDEX: '0' }, 0],
  [undefined, { SLURM_ARRAY_TASK_ID: '1' }, 1],
  [undefined, { CI_NODE_INDEX: '1' }, 0],
  ['1', { CI_NODE_INDEX: '3' }, 1],
])('index %s in %j is target %i', (given, env, index) => {
  expect(jobIndex(given, env, 3)).toBe(index);
});

test.each([
  [undefined, {}, 'Give --index'],
  ['3', {}, '--index: 3'],
  ['-1', {}, '--index: -1'],
  [undefined, { CI_NODE_INDEX: '0' }, 'CI_NODE_INDEX: 0'],
])('index %s in %j is refused', (given, env, why) => {
  expect(() => jobIndex(given, env, 3)).toThrow(why);
});
