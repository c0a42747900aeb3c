import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { readConfig } from './read.ts';
import { UsageError } from './usage-error.ts';

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

const headers = 'merchant: { basketUrl: "http://a", headers: { Authorization: "Bearer ${TOKEN}" } }';

test.each([
  ['abc\r', /merchant\.headers\.Authorization \(from the environment: TOKEN\) ends with a line break \(U\+000D\)/],
  ['a\nb', /holds a line break \(U\+000A\)/],
  ['“abc”', /TOKEN\) holds the character U\+201C/],
  ['a\u00a0b', /holds a no-break space/],
])('a token that no header can carry is refused with its key and its variable: %j', (TOKEN, why) => {
  expect(() => read(headers, { TOKEN })).toThrow(UsageError);
  expect(() => read(headers, { TOKEN })).toThrow(why);
  expect(read(headers, { TOKEN: 'abc' }).config.merchant?.headers).toEqual({ Authorization: 'Bearer abc' });
});

test.each([
  ['X\u00a0Key', /the name of a header cannot have/],
  ['Content-Length', /belongs to the connection/],
  ['', /without a name/],
])('a header named %j is refused', (name, why) => {
  expect(() => read(JSON.stringify({ merchant: { basketUrl: 'http://a', headers: { [name]: 'x' } } }))).toThrow(why);
});

test.each([
  ['UTF-16', Buffer.from(`\ufeff${headers}`, 'utf16le'), /conformance\.yaml is UTF-16; save it as UTF-8/],
  ['UTF-16 without its mark', Buffer.from(headers, 'utf16le'), /is UTF-16/],
  ['Latin-1', Buffer.from('target: { name: "caf\u00e9" }', 'latin1'), /is not UTF-8/],
  ['JSON with comments', Buffer.from('// mine\n{}'), /a comment begins with #/],
])('a file in %s is said to be so', (_, bytes, why) => {
  const cwd = testFolder();
  writeFileSync(join(cwd, 'conformance.yaml'), bytes);
  expect(() => readConfig({ file: undefined, cwd, env: {} })).toThrow(why);
});

test('a trigger is sent by HTTP', () => {
  expect(() => read('triggers: { changeProduct: { http: { url: "ftp://a/{{productId}}" } } }')).toThrow(/no http:/);
});
