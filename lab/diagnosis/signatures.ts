import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Signature } from '#mocks/faults';
import type { RootFinding } from '#schemas';
import { peers } from '../faults/index.ts';
import type { Proof } from '../proof/prove.ts';

/** The parties whose targets are diagnosed. */
export const diagnosed = ['merchant', 'pos'] as const;
export type Diagnosed = (typeof diagnosed)[number];

/** A fault and the file that holds its table, as `order/memory`; of a fault in several tables the shortest. */
export const kindsOf = async (party: Diagnosed): Promise<ReadonlyMap<string, string>> => {
  const kinds = new Map<string, { readonly kind: string; readonly rows: number }>();
  for (const folder of [`mocks/${party}/faults`, `lab/faults/${party}`])
    for (const file of tablesIn(folder)) {
      const tables: Readonly<Record<string, unknown>> = await import(join(process.cwd(), folder, file));
      const name = file.replace(/\.ts$/u, '');
      for (const table of Object.values(tables)) {
        const ids = typeof table === 'object' && table !== null ? Object.keys(table).filter(isFault) : [];
        for (const id of ids)
          if (ids.length < (kinds.get(id)?.rows ?? Infinity))
            kinds.set(id, { kind: name.includes('/') ? name : `${name}/${name}`, rows: ids.length });
      }
    }
  return new Map([...kinds].map(([id, { kind }]) => [id, kind]));

  function isFault(id: string): boolean {
    return Object.hasOwn(peers[party].faults, id);
  }
};

const tablesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts',
  );

/** What a proof has found, in the order in which a run's own findings stand. */
export const findingsOf = ({ rows }: Pick<Proof, 'rows'>): readonly RootFinding[] =>
  rows.flatMap(({ id, violations }) => violations.map(({ cause = '' }) => ({ requirement: id, cause })));

/** A signature for each fault that was proved. */
export const signaturesFrom = (
  party: Diagnosed,
  proofs: readonly Proof[],
  kinds: ReadonlyMap<string, string>,
): readonly Signature[] =>
  [
    ...Map.groupBy(
      proofs.filter((proof) => proof.party === party && proof.rows.length > 0),
      ({ fault = '' }) => fault,
    ),
  ].flatMap(([fault, those]) => {
    const kind = kinds.get(fault);
    if (kind === undefined) return [];
    const shown = those.map((proof) => new Set(findingsOf(proof).map((one) => `${one.requirement} ${one.cause}`)));
    const all = [...new Set(shown.flatMap((keys) => [...keys]))].toSorted();
    const always = all.filter((key) => shown.every((keys) => keys.has(key)));
    return [{ party, fault, kind, always, sometimes: all.filter((key) => !always.includes(key)) }];
  });
