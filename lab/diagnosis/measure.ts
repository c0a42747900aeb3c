import { atlasOf, keysOf, requirementIn } from '#harness/verdicts/atlas';
import { rootsOf } from '#harness/verdicts/diagnosis';
import type { Signature } from '#mocks/faults';
import { requirementsOf } from '#schemas';
import { peers } from '../faults/index.ts';
import type { Diagnosed } from './signatures.ts';

/** What a run with a fault has shown, and the faults that it is held against. */
export interface Case {
  readonly shown: Signature;
  readonly known: readonly Signature[];
}

/** What was said of a case. */
export interface Said {
  readonly shown: Signature;
  readonly roots: number;
  /** The fault that is most like it. */
  readonly nearest: Signature | undefined;
  /** The one that the report names; undefined where it is silent. */
  readonly said: Signature | undefined;
}

const findingsIn = (keys: readonly string[]) =>
  keys.map((key) => ({ requirement: requirementIn(key), cause: key.slice(key.indexOf(' ') + 1) }));

export const saidOf = ({ shown, known }: Case): Said => {
  const party = shown.party;
  const atlas = atlasOf(known);
  const against = { suite: party, atlas, exercised: new Set<string>(requirementsOf(party)) };
  const roots = rootsOf(findingsIn(keysOf(shown)), against);
  const like = roots.flatMap((root) => root.like ?? [])[0];
  return {
    shown,
    roots: roots.length,
    nearest: atlas.nearest(roots[0]?.findings ?? [])[0],
    said: known.find(({ fault }) => fault === like?.fault),
  };
};

/** Every fault, with that fault left out of what is known. */
export const leftOut = (all: readonly Signature[]): readonly Case[] =>
  all.map((shown) => ({ shown, known: all.filter(({ fault }) => fault !== shown.fault) }));

const areasOf = ({ party, fault }: Signature): readonly string[] =>
  (peers[party].faults[fault]?.breaks ?? []).map((id) => id.slice(0, id.indexOf('/')));

const isOfArea = (shown: Signature, other: Signature): boolean => {
  const areas = areasOf(shown);
  return shown.kind.split('/')[0] === other.kind.split('/')[0] || areasOf(other).some((area) => areas.includes(area));
};

/** Shares of the cases, from 0 to 1. */
export const sharesOf = (all: readonly Said[]) => {
  const share = (is: (one: Said) => boolean): number => all.filter(is).length / all.length;
  return {
    area: share(({ shown, nearest }) => nearest !== undefined && isOfArea(shown, nearest)),
    mechanism: share(({ shown, nearest }) => nearest?.kind === shown.kind),
    said: share(({ said }) => said !== undefined),
    /** Said, and neither the mechanism nor the area is right. */
    wrong: share(({ shown, said }) => said !== undefined && said.kind !== shown.kind && !isOfArea(shown, said)),
    otherKind: share(({ shown, said }) => said !== undefined && said.kind !== shown.kind),
    oneRoot: share(({ roots }) => roots === 1),
  };
};

/** Two faults at once: how many cards there are, and whether any holds findings of both. */
export const pairSaid = (
  party: Diagnosed,
  [one, other]: readonly [Signature, Signature],
  known: readonly Signature[],
) => {
  const [mine, yours] = [keysOf(one), keysOf(other)];
  const against = { suite: party, atlas: atlasOf(known), exercised: new Set<string>(requirementsOf(party)) };
  const roots = rootsOf(findingsIn([...new Set([...mine, ...yours])]), against);
  const has = (keys: readonly string[], not: readonly string[]) => (root: (typeof roots)[number]) =>
    root.findings.some(
      ({ requirement, cause }) => keys.includes(`${requirement} ${cause}`) && !not.includes(`${requirement} ${cause}`),
    );
  return { roots: roots.length, isMixed: roots.some((root) => has(mine, yours)(root) && has(yours, mine)(root)) };
};
