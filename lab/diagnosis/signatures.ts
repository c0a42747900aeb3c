import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '#harness/verdicts/similar-faults';
import type { Signature } from '#mocks/faults';
import type { posFaults } from '#mocks/pos';
import { peers } from '../faults/index.ts';
import type { Proof } from '../proof/prove.ts';

export const signaturesFile = 'mocks/faults/signatures.json';

/** The parties whose targets are diagnosed. */
export const diagnosed = ['merchant', 'pos'] as const;
type Diagnosed = (typeof diagnosed)[number];

/** What a fault shows, whatever its kind is called. */
type Shown = Omit<Signature, 'kind'>;

/** What each fault that was proved shows: at every peer, and at some. */
export const signaturesFrom = (proofs: readonly Proof[]): readonly Shown[] =>
  diagnosed.flatMap((party) => {
    const mine = proofs.filter((proof) => proof.party === party && proof.rows.length > 0);
    return [...Map.groupBy(mine, ({ fault = '' }) => fault)].flatMap(([fault, those]) => {
      if (!Object.hasOwn(peers[party].faults, fault)) return [];
      const shown = those.map(keysIn);
      const all = [...new Set(shown.flatMap((keys) => [...keys]))].toSorted();
      const always = all.filter((key) => shown.every((keys) => keys.has(key)));
      return [{ party, fault, always, sometimes: all.filter((key) => !always.includes(key)) }];
    });
  });

const keysIn = ({ rows }: Proof): ReadonlySet<string> =>
  new Set(rows.flatMap(({ id, violations }) => violations.map(({ cause = '' }) => keyOf({ requirement: id, cause }))));

/** Published faults of tills, one or two of each area in a table, by the table of the others that each belongs to. */
const publishedKinds: Readonly<Record<keyof typeof posFaults, string>> = {
  'activation:id-each-time': 'connection/activation',
  'activation:keeps-first-key': 'connection/activation',
  'health:stops': 'connection/health',
  'signature:test-call': 'connection/signatures',
  'event:one-id': 'events/events',
  'event:lower-case-change': 'events/events',
  'tip:no-plus': 'tips/tips',
  'poll:no-wait': 'queue/polling',
  'poll:old-credentials': 'queue/polling',
  'delete:before-callback': 'queue/deletion',
  'delete:nothing': 'queue/deletion',
  'callback:error-is-fine': 'queue/results',
  'test:own-nonce': 'queue/test-round-trip',
  'duplicate:applied': 'queue/memory',
  'retry:key-ignored': 'queue/memory',
  'order:partial-success': 'order/submission',
  'payment:unknown-taken': 'payment/payment',
  'payment:failure-acknowledged': 'payment/payment',
  'bill:stale-taken': 'bill/stale',
  'bill:always-all': 'bill/split',
  'listings:text-checkpoint': 'listings/listings',
  'listings:all-for-none': 'listings/listings',
  'table:neighbour': 'table/table',
  'table:no-closed-at': 'table/table',
};

/** The file that holds the table of each fault, as `order/memory`; of one in several tables the shortest. */
const kindsOf = async (party: Diagnosed): Promise<ReadonlyMap<string, string>> => {
  const kinds = new Map<string, { readonly kind: string; readonly rows: number }>();
  for (const folder of [`mocks/${party}/faults`, `lab/faults/${party}`])
    for (const file of tablesIn(folder)) {
      const tables: Readonly<Record<string, unknown>> = await import(join(process.cwd(), folder, file));
      const name = file.replace(/\.ts$/u, '');
      for (const table of Object.values(tables)) {
        const ids = Object.keys(Object(table)).filter((id) => Object.hasOwn(peers[party].faults, id));
        for (const id of ids)
          if (ids.length < (kinds.get(id)?.rows ?? Infinity))
            kinds.set(id, { kind: name.includes('/') ? name : `${name}/${name}`, rows: ids.length });
      }
    }
  const all = new Map([...kinds].map(([id, { kind }]) => [id, kind]));
  return party === 'pos' ? new Map([...all, ...Object.entries(publishedKinds)]) : all;
};

const tablesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts',
  );

/** A fault a line, in the order of the tables: those that were proved now, and the others as they are known. */
export const signaturesText = async (proved: readonly Shown[], known: readonly Shown[]): Promise<string> => {
  const nameOf = ({ party, fault }: Pick<Signature, 'party' | 'fault'>): string => `${party} ${fault}`;
  const all = new Map([...known, ...proved].map((shown) => [nameOf(shown), shown]));
  const lines = diagnosed.map(async (party) => {
    const kinds = await kindsOf(party);
    return Object.keys(peers[party].faults).flatMap((fault) => {
      const shown = all.get(nameOf({ party, fault }));
      if (shown === undefined) return [];
      const { always, sometimes } = shown;
      return [JSON.stringify({ party, fault, kind: kinds.get(fault), always, sometimes })];
    });
  });
  return `[\n${(await Promise.all(lines)).flat().join(',\n')}\n]\n`;
};
