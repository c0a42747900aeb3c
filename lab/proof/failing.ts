import type { RequirementResult } from '#schemas';
import type { Suspect } from '../certify/certify.ts';
import { peers } from '../faults/index.ts';
import recorded from './failing.json' with { type: 'json' };

export const failingFile = 'lab/proof/failing.json';

/** Whose faults are held to what they failed before. */
const parties = ['merchant', 'pos'] as const;
type Failing = Readonly<Record<(typeof parties)[number], Readonly<Record<string, readonly string[]>>>>;

/** Of what a fault failed when that was written down last, at every peer that can have it. */
export const failedBefore = ({ party, fault = '' }: Suspect): readonly string[] =>
  party === 'platform' ? [] : ((recorded as Failing)[party][fault] ?? []);

/** A fault a line: what it fails at each peer that can have it. Those that were not proved now are as they are known. */
export const failingText = (
  proofs: readonly (Suspect & { readonly rows: readonly RequirementResult[] })[],
  known: Failing = recorded,
): string => {
  const texts = parties.map((party) => {
    const mine = Map.groupBy(
      proofs.filter((proof) => proof.party === party),
      ({ fault = '' }) => fault,
    );
    const lines = Object.keys(peers[party].faults).flatMap((fault) => {
      const failed = mine
        .get(fault)
        ?.map(({ rows }) => rows.flatMap(({ id, status }) => (status === 'failed' ? id : [])));
      const ids = failed?.reduce((all, some) => all.filter((id) => some.includes(id))) ?? known[party][fault] ?? [];
      return ids.length === 0 ? [] : [`${JSON.stringify(fault)}: ${JSON.stringify(ids.toSorted())}`];
    });
    return `${JSON.stringify(party)}: {\n${lines.join(',\n')}\n}`;
  });
  return `{\n${texts.join(',\n')}\n}\n`;
};
