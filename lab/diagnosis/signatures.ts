import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '#harness/verdicts/similar-faults';
import type { Signature } from '#mocks/faults';
import { peers } from '../faults/index.ts';
import type { Proof } from '../proof/prove.ts';

export const signaturesFile = 'mocks/faults/signatures.json';

/** The parties whose targets are diagnosed. */
export const diagnosed = ['merchant', 'pos'] as const;
type Diagnosed = (typeof diagnosed)[number];

/** A signature for each fault that was proved: what it shows at every peer, and at some. */
export const signaturesFrom = async (proofs: readonly Proof[]): Promise<readonly Signature[]> => {
  const all = await Promise.all(diagnosed.map(async (party) => await ofParty(party, proofs)));
  return all.flat();
};

const ofParty = async (party: Diagnosed, proofs: readonly Proof[]): Promise<readonly Signature[]> => {
  const kinds = await kindsOf(party);
  const mine = proofs.filter((proof) => proof.party === party && proof.rows.length > 0);
  return [...Map.groupBy(mine, ({ fault = '' }) => fault)].flatMap(([fault, those]) => {
    const kind = kinds.get(fault);
    if (kind === undefined) return [];
    const shown = those.map(keysIn);
    const all = [...new Set(shown.flatMap((keys) => [...keys]))].toSorted();
    const always = all.filter((key) => shown.every((keys) => keys.has(key)));
    return [{ party, fault, kind, always, sometimes: all.filter((key) => !always.includes(key)) }];
  });
};

const keysIn = ({ rows }: Proof): ReadonlySet<string> =>
  new Set(rows.flatMap(({ id, violations }) => violations.map(({ cause = '' }) => keyOf({ requirement: id, cause }))));

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
  return new Map([...kinds].map(([id, { kind }]) => [id, kind]));
};

const tablesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts',
  );

/** A fault a line, in the order of the tables: those that were proved now, and the others as they are known. */
export const signaturesText = (proved: readonly Signature[], known: readonly Signature[]): string => {
  const nameOf = ({ party, fault }: Pick<Signature, 'party' | 'fault'>): string => `${party} ${fault}`;
  const all = new Map([...known, ...proved].map((signature) => [nameOf(signature), signature]));
  const inOrder = diagnosed.flatMap((party) =>
    Object.keys(peers[party].faults).flatMap((fault) => all.get(nameOf({ party, fault })) ?? []),
  );
  return `[\n${inOrder.map((signature) => JSON.stringify(signature)).join(',\n')}\n]\n`;
};
