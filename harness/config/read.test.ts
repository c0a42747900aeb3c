import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { readConfig } from './read.ts';

const folderWith = (text: string, name = 'conformance.yaml'): string => {
  const folder = testFolder();
  writeFileSync(join(folder, name), text);
  return folder;
};

const read = (text: string, env = {}) => readConfig({ file: undefined, cwd: folderWith(text), env });

test('YAML and JSON are both read', () => {
  expect(read('merchant: { basketUrl: "http://a/b" }').config).toEqual({ merchant: { basketUrl: 'http://a/b' } });
  expect(read('{ "merchant": { "basketUrl": "http://a/b" } }').config).toEqual({
    merchant: { basketUrl: 'http://a/b' },
  });
});

test('without a file the next step is said', () => {
  const cwd = testFolder();
  expect(() => readConfig({ file: undefined, cwd, env: {} })).toThrow(
    /conformance\.yaml.*conformance init merchant, or pos, writes one/,
  );
  expect(() => readConfig({ file: 'my.yaml', cwd, env: {} })).toThrow(
    /my\.yaml does not exist: give an existing one with --config/,
  );
});

test('a syntax error names line and column', () => {
  expect(() => read('merchant:\n  basketUrl: [1, 2\ntarget: {')).toThrow(/conformance\.yaml:\d+:\d+: /);
});

test('a key given twice is an error', () => {
  expect(() => read('merchant: {}\nmerchant: {}')).toThrow(/conformance\.yaml:2:1: .*unique/);
});

test('an unknown key comes with the nearest valid one', () => {
  expect(() => read('merchant: { baskeUrl: "http://a" }')).toThrow(/merchant.*baske[uU]rl.*basketUrl/s);
});

test('every problem is named, not only the first', () => {
  const message = (() => {
    try {
      return JSON.stringify(read('merchant: { basketUrl: 5 }\ntolerate: yes please'));
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(message).toMatch(/merchant.*basketUrl/);
  expect(message).toMatch(/tolerate/);
});

test('files are relative to the configuration, and must be there', () => {
  const cwd = folderWith('merchant: { basketUrl: "https://a", tls: { ca: ca.pem } }');
  expect(() => readConfig({ file: undefined, cwd, env: {} })).toThrow(/merchant\.tls\.ca: .*ca\.pem/);
  writeFileSync(join(cwd, 'ca.pem'), 'x');
  const { config } = readConfig({ file: join(cwd, 'conformance.yaml'), cwd: '/', env: {} });
  expect(config.merchant?.tls?.ca).toBe(join(cwd, 'ca.pem'));
});

test('a trigger that uses a variable it is not given is caught before the run', () => {
  const text = 'triggers: { changeProduct: { command: "change {{productID}}" } }';
  expect(() => read(text)).toThrow(/triggers\.changeProduct: .*\{\{productID\}\}.*productId/);
});

test('an empty file is an empty configuration', () => {
  expect(read('').config).toEqual({});
});
