import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { StateStore } from './state-store.ts';

export type OpenedStore =
  | { readonly ok: true; readonly store: StateStore }
  /** A sentence for whoever named the directory. */
  | { readonly ok: false; readonly reason: string };

type SqliteModule = Pick<typeof import('node:sqlite'), 'DatabaseSync'>;

const schemaVersion = 1;

/** Opens, or begins, the state kept in a directory. SQLite is loaded here and only here. */
export const openStateStore = async (
  directory: string,
  load: () => Promise<SqliteModule> = () => import('node:sqlite'),
): Promise<OpenedStore> => {
  const sqlite = await load().catch(() => undefined);
  if (sqlite === undefined) {
    const reason =
      `Keeping state needs SQLite, which Node ${process.versions.node} does not have. ` +
      'Use Node 22.13 or later without --no-experimental-sqlite, or leave out --data-dir.';
    return { ok: false, reason };
  }
  const file = join(directory, 'platform.sqlite');
  try {
    // The credentials it issues lie in it.
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return openDatabase(new sqlite.DatabaseSync(file), file);
  } catch (error) {
    return { ok: false, reason: `${file} cannot be used: ${error instanceof Error ? error.message : String(error)}.` };
  }
};

const openDatabase = (database: DatabaseSync, file: string): OpenedStore => {
  const failed = (reason: string): OpenedStore => {
    database.close();
    return { ok: false, reason };
  };
  try {
    // Exclusive: two platforms on one directory would each undo what the other acknowledged. A killed one holds no lock.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (error) {
    if (Object(error).errcode === sqliteBusy) return failed(`${file} is in use by another platform.`);
    database.close();
    throw error;
  }
  const found = Number(Object(database.prepare('PRAGMA user_version').get()).user_version);
  if (found > schemaVersion)
    return failed(
      `${file} was written by a later version of this platform (format ${found}, known: ${schemaVersion}).`,
    );
  database.exec(`
    CREATE TABLE IF NOT EXISTS entity (
      place INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      value TEXT NOT NULL,
      UNIQUE (kind, id)
    ) STRICT;
    PRAGMA user_version = ${schemaVersion}`);
  return { ok: true, store: createSqliteStore(database) };
};

const sqliteBusy = 5;

const createSqliteStore = (database: DatabaseSync): StateStore => {
  const all = database.prepare('SELECT id, value FROM entity WHERE kind = ? ORDER BY place');
  // An update keeps its place, as setting a key of a Map does.
  const put = database.prepare(
    'INSERT INTO entity (kind, id, value) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value',
  );
  const remove = database.prepare('DELETE FROM entity WHERE kind = ? AND id = ?');
  return {
    durable: true,
    all: (kind) => all.all(kind).map(({ id, value }) => [String(id), JSON.parse(String(value))]),
    put: (kind, id, value) => void put.run(kind, id, JSON.stringify(value)),
    remove: (kind, id) => void remove.run(kind, id),
    atomically(work) {
      if (database.isTransaction) return work();
      database.exec('BEGIN');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
};
