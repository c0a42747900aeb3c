import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { createAllureBuilder } from './allure-builder.ts';

const emptyFolder = (): string => {
  const folder = testFolder();
  return folder;
};

test('the report is built from the results in the folder, prepared for or not', async () => {
  for (const prepared of [true, false]) {
    const folder = emptyFolder();
    mkdirSync(join(folder, 'allure-results'));
    const result = { uuid: '1', name: 'order/idempotent', status: 'passed', stage: 'finished', start: 1, stop: 2 };
    writeFileSync(join(folder, 'allure-results', '1-result.json'), JSON.stringify(result));
    await using builder = createAllureBuilder(folder, { remember: false });
    if (prepared) builder.prepare();
    await builder.build();
    expect(existsSync(join(folder, 'allure-report', 'index.html'))).toBe(true);
  }
});

test('what goes wrong in the thread is said to whoever wants the report', async () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, 'allure-results'));
  writeFileSync(join(folder, 'allure-results', '1-result.json'), '{"uuid":"1","name":"n","status":"passed"}');
  writeFileSync(join(folder, 'allure-report'), 'a file where a folder should be');
  await using builder = createAllureBuilder(folder, { remember: false });
  builder.prepare();
  await expect(builder.build()).rejects.toThrow(/EEXIST|ENOTDIR/u);
});
