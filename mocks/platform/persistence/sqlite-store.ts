import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { merchantAddresses } from '#schemas';
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
    makePrivate(directory);
    const link = filesOf(file).find((each) => lstatSync(each, { throwIfNoEntry: false })?.isFile() === false);
    if (link !== undefined)
      return { ok: false, reason: `${link} is no file of its own: nothing is written outside the folder. Remove it.` };
    if (!existsSync(file)) {
      if (existsSync(`${file}-wal`))
        return { ok: false, reason: `${file} is gone, and ${file}-wal is still there. ${wayOut}` };
      begin(sqlite, file);
    }
    if (statSync(file).size === 0) return { ok: false, reason: `${file} is empty: what it kept is lost. ${wayOut}` };
    makeFilesPrivate(file);
    return openDatabase(new sqlite.DatabaseSync(file), file);
  } catch (error) {
    return { ok: false, reason: `${file} cannot be used: ${reasonOf(error)}. ${wayOut}` };
  }
};

/** Never begun anew without being asked: whoever is told of a loss can still put a copy in its place. */
const wayOut = 'Put a copy of it back, or name another folder to begin anew.';

// The credentials the platform issues lie in it, also where it was there before and open to all.
const makePrivate = (directory: string): void => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
};

const filesOf = (file: string): readonly string[] => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];

const makeFilesPrivate = (file: string): void => {
  for (const each of filesOf(file)) if (existsSync(each)) chmodSync(each, 0o600);
};

/** Whole before it has its name, so that an empty file is never one that a death left half begun. */
const begin = ({ DatabaseSync: Database }: SqliteModule, file: string): void => {
  const beginning = `${file}.${process.pid}.new`;
  rmSync(beginning, { force: true });
  closeSync(openSync(beginning, 'wx', 0o600));
  const database = new Database(beginning);
  try {
    database.exec(`${table}; PRAGMA user_version = ${schemaVersion}`);
  } finally {
    database.close();
  }
  renameSync(beginning, file);
};

const table = `
    CREATE TABLE entity (
      place INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      value TEXT NOT NULL,
      UNIQUE (kind, id)
    ) STRICT`;

const openDatabase = (database: DatabaseSync, file: string): OpenedStore => {
  try {
    // Exclusive: two platforms on one directory would each undo what the other acknowledged. A killed one holds no lock.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    makeFilesPrivate(file);
    const problem = problemIn(database);
    if (problem === undefined) return { ok: true, store: createSqliteStore(database, file) };
    database.close();
    return { ok: false, reason: `${file} ${problem}` };
  } catch (error) {
    database.close();
    if (Object(error).errcode === sqliteBusy) return { ok: false, reason: `${file} is in use by another platform.` };
    throw error;
  }
};

/** Why it is not what a platform of this version kept, in words that follow the name of the file. */
const problemIn = (database: DatabaseSync): string | undefined => {
  const found = Number(Object(database.prepare('PRAGMA user_version').get()).user_version);
  if (found > schemaVersion)
    return `was written by a later version of this platform (format ${found}, known: ${schemaVersion}).`;
  if (found < schemaVersion) return `is not of a platform, or of a version nobody had (format ${found}). ${wayOut}`;
  const [damage] = Object.values(Object(database.prepare('PRAGMA quick_check(1)').get()));
  if (damage !== 'ok') return `is damaged: ${String(damage).replaceAll(/\s+/g, ' ')}. ${wayOut}`;
  if (database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'entity'").get() === undefined)
    return `is damaged: its table is missing. ${wayOut}`;
  const bad = database.prepare(badRow).get();
  if (bad === undefined) return undefined;
  const { kind, id } = Object(bad) as { readonly kind: string; readonly id: string };
  return `is damaged: it holds something else than was written as ${kind} ${id}. ${wayOut}`;
};

/** What the directory holds is sound; it takes no more. */
export class UnwrittenError extends Error {}

const sqliteBusy = 5;
const sqliteFull = 13;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const createSqliteStore = (database: DatabaseSync, file: string): StateStore => {
  /** Nothing of it is there afterwards, neither on the disk nor, since the disk comes first, in memory. */
  const written = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      const { errcode } = Object(error) as { readonly errcode?: unknown };
      if (typeof errcode !== 'number') throw error;
      const why = (errcode & 0xff) === sqliteFull ? 'the disk is full' : reasonOf(error);
      throw new UnwrittenError(`${file} cannot be written: ${why}. What this would have changed is not kept.`, {
        cause: error,
      });
    }
  };
  const all = database.prepare('SELECT id, value FROM entity WHERE kind = ? ORDER BY place');
  // An update keeps its place, as setting a key of a Map does.
  const put = database.prepare(
    'INSERT INTO entity (kind, id, value) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value',
  );
  const remove = database.prepare('DELETE FROM entity WHERE kind = ? AND id = ?');
  return {
    durable: true,
    all: (kind) => all.all(kind).map(({ id, value }) => [String(id), JSON.parse(String(value))]),
    put: (kind, id, value) => void written(() => put.run(kind, id, JSON.stringify(value))),
    remove: (kind, id) => void written(() => remove.run(kind, id)),
    atomically(work) {
      if (database.isTransaction) return work();
      database.exec('BEGIN');
      try {
        const result = work();
        written(() => database.exec('COMMIT'));
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
};

/** What a row of a kind holds at the least; a kind that ends in a slash goes on with a name. */
const members: Readonly<Record<string, readonly string[]>> = {
  merchant: ['merchantId', 'merchantTaxId'],
  location: ['merchantId', 'integrationProfileId', 'kind'],
  pin: ['location', 'expiresAt'],
  'api-credentials': ['apiKey', 'secret', 'location'],
  'queue-credentials': ['accessKeyId', 'secretAccessKey', 'location'],
  shop: [],
  schedule: ['everyMs', 'fullEveryMs'],
  'command/': ['envelope', 'groupId', 'sentAt'],
  'tip-recipient/': ['id', 'externalTipRecipientId', 'phoneNumber', 'displayName'],
  'availability/': [],
  'checkout/': ['oaOrderId', 'basketId', 'phase'],
  'product/': ['id'],
  'queue-message/': ['messageId', 'groupId', 'sequence', 'sentAt', 'body', 'attributes'],
  'queue-delivery/': ['receiveCount', 'visibleAt'],
  'queue-life/': ['number', 'key'],
};

/** What is text wherever it is there. */
const texts: Readonly<Record<string, readonly string[]>> = {
  shop: merchantAddresses,
};

const quoted = (text: string): string => `'${text}'`;

const holds = Object.entries(members).map(([kind, names]) => {
  const isOfKind = kind.endsWith('/') ? `kind GLOB ${quoted(`${kind}*`)}` : `kind = ${quoted(kind)}`;
  const isThere = names.map((name) => `json_type(value, ${quoted(`$.${name}`)}) IS NOT NULL`);
  const isText = (texts[kind] ?? []).map(
    (name) => `coalesce(json_type(value, ${quoted(`$.${name}`)}), 'text') = 'text'`,
  );
  return `WHEN ${isOfKind} THEN ${["json_type(value) = 'object'", ...isThere, ...isText].join(' AND ')}`;
});

/** Selects a row that holds something else than was written, for whatever reason. */
const badRow = `
  SELECT kind, id FROM entity
  WHERE CASE WHEN NOT json_valid(value) THEN 1 ELSE NOT CASE ${holds.join(' ')} ELSE 1 END END
  LIMIT 1`;
