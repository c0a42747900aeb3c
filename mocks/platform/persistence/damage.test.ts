import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { testFolder } from '#lab/doubles/test-folder';
import { openStateStore } from './index.ts';

const directory = () => {
  const path = testFolder();
  return path;
};

/** A directory with some state, its file closed. */
const kept = async (rows = 500) => {
  const path = directory();
  const opened = await openStateStore(path);
  if (!opened.ok) throw new Error(opened.reason);
  const { store } = opened;
  store.atomically(() => {
    for (let id = 0; id < rows; id += 1) store.put('product/s', String(id), { id, name: 'x'.repeat(100) });
  });
  store.close();
  return { path, file: join(path, 'platform.sqlite') };
};

const edited = (file: string, sql: string): void => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};

test.each([
  ['an emptied file', (file: string) => truncateSync(file), /is empty: what it kept is lost/],
  [
    'a lost file',
    (file: string) => (writeFileSync(`${file}-wal`, 'x'), rmSync(file)),
    /is gone, and .*-wal is still there/,
  ],
  ['half a file', (file: string) => truncateSync(file, 20_000), /is damaged|malformed/],
  [
    'a damaged page',
    (file: string) => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, 8192, 16_384);
      writeFileSync(file, bytes);
    },
    /is damaged|malformed/,
  ],
  ['a missing table', (file: string) => edited(file, 'DROP TABLE entity'), /its table is missing/],
  [
    'a row that is no JSON',
    (file: string) => edited(file, "UPDATE entity SET value = '{' WHERE id = '7'"),
    /product\/s 7/,
  ],
  [
    'a row of another type',
    (file: string) => edited(file, "UPDATE entity SET value = '[]' WHERE id = '7'"),
    /product\/s 7/,
  ],
  [
    'a row without a member',
    (file: string) => edited(file, "UPDATE entity SET value = '{}' WHERE id = '7'"),
    /product\/s 7/,
  ],
  [
    'a shop whose address is no text',
    (file: string) => edited(file, `INSERT INTO entity (kind, id, value) VALUES ('shop', 's', '{"orderUrl":5}')`),
    /shop s/,
  ],
  ['an older version', (file: string) => edited(file, 'PRAGMA user_version = 0'), /is not of a platform/],
  [
    "somebody else's database",
    (file: string) => (rmSync(file), edited(file, 'CREATE TABLE mine (a)')),
    /is not of a platform/,
  ],
])('%s is told in a sentence, and not begun anew', async (_, damage, said) => {
  const { path, file } = await kept();
  damage(file);
  const before = existsSync(file) ? statSync(file).size : undefined;
  const opened = await openStateStore(path);
  expect(opened).toMatchObject({ ok: false, reason: expect.stringMatching(said) });
  expect(opened).toMatchObject({ reason: expect.stringMatching(/^[^\n]{20,400}\.$/) });
  expect(existsSync(file) ? statSync(file).size : undefined).toBe(before);
});

test('what lies there is for its owner alone, also when it was open to all before', async () => {
  const path = join(directory(), 'kept');
  mkdirSync(path, { mode: 0o777 });
  chmodSync(path, 0o777);
  for (const life of [1, 2]) {
    const opened = await openStateStore(path);
    if (!opened.ok) throw new Error(opened.reason);
    opened.store.put('shop', 's', { life });
    expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(path))
      expect([name, statSync(join(path, name)).mode & 0o777]).toEqual([name, 0o600]);
    opened.store.close();
    for (const name of readdirSync(path)) chmodSync(join(path, name), 0o666);
    chmodSync(path, 0o755);
  }
});

test.each(['', '-wal', '-shm', '-journal'])(
  'nothing is written or opened up through platform.sqlite%s when it is a link',
  async (end) => {
    const { path, file } = await kept(1);
    const victim = join(directory(), 'victim');
    writeFileSync(victim, 'untouched', { mode: 0o644 });
    rmSync(`${file}${end}`, { force: true });
    symlinkSync(victim, `${file}${end}`);
    const opened = await openStateStore(path);
    expect(opened).toMatchObject({ ok: false, reason: expect.stringMatching(/is no file of its own/) });
    expect([readFileSync(victim, 'utf8'), statSync(victim).mode & 0o777]).toEqual(['untouched', 0o644]);
  },
);

test('a full disk is told in a sentence, and what was kept stays', async () => {
  const path = directory();
  class SmallDatabase extends DatabaseSync {
    constructor(file: string) {
      super(file);
      this.exec('PRAGMA max_page_count = 20');
    }
  }
  const opened = await openStateStore(path, async () => ({ DatabaseSync: SmallDatabase }));
  if (!opened.ok) throw new Error(opened.reason);
  const { store } = opened;
  let acknowledged = 0;
  const fill = (): void => {
    for (;;) {
      store.put('product/s', String(acknowledged), { id: acknowledged, name: 'x'.repeat(3000) });
      acknowledged += 1;
    }
  };
  expect(fill).toThrow(
    /platform\.sqlite cannot be written: the disk is full\. What this would have changed is not kept\.$/,
  );
  expect(() => store.atomically(fill)).toThrow('the disk is full');
  expect(acknowledged).toBeGreaterThan(5);
  store.close();
  const again = await openStateStore(path);
  expect(again.ok && again.store.all('product/s')).toHaveLength(acknowledged);
  if (again.ok) again.store.close();
});
