import { type SimilarFaults, similarFaults, findingIn, keyOf, keysOf } from '#harness/verdicts/similar-faults';
import { rootsOf } from '#harness/verdicts/diagnosis';
import type { Signature } from '#mocks/faults';
import { type Party, requirementsOf, type Root } from '#schemas';
import { createDice } from '../faults/dice.ts';
import { peers } from '../faults/index.ts';

/** What a run with a fault has shown, and the faults that it is held against. */
interface Case {
  readonly shown: Signature;
  readonly known: readonly Signature[];
}

/** What was said of a case. */
interface Said {
  readonly shown: Signature;
  readonly roots: number;
  /** The fault of the likeliest kind that is most like it. */
  readonly nearest: Signature | undefined;
  /** The one that the report names; undefined where it is silent. */
  readonly said: Signature | undefined;
}

/** Every fault, left out of what is known. */
export const leftOut = (all: readonly Signature[]): readonly Case[] =>
  all.map((shown) => ({ shown, known: all.filter((one) => one !== shown) }));

export const saidOf = ({ shown, known }: Case): Said => {
  const similar = similarFaults(known);
  const roots = rootsIn(shown.party, keysOf(shown), similar);
  const like = roots.flatMap((root) => root.like ?? [])[0];
  return {
    shown,
    roots: roots.length,
    nearest: similar.alike(roots[0]?.findings ?? []).faults[0],
    said: known.find(({ fault }) => fault === like?.fault),
  };
};

const rootsIn = (suite: Party, keys: readonly string[], similar: SimilarFaults): readonly Root[] =>
  rootsOf(keys.map(findingIn), { suite, similar, exercised: new Set<string>(requirementsOf(suite)) });

/** Shares of the cases, from 0 to 1. */
export const sharesOf = (all: readonly Said[]) => {
  const share = (is: (one: Said) => boolean): number => all.filter(is).length / all.length;
  return {
    'right area': share(({ shown, nearest }) => nearest !== undefined && areAlike(shown, nearest)),
    'right mechanism': share(({ shown, nearest }) => nearest?.kind === shown.kind),
    said: share(({ said }) => said !== undefined),
    'said of another kind': share(({ shown, said }) => said !== undefined && said.kind !== shown.kind),
    wrong: share(({ shown, said }) => said !== undefined && !areAlike(shown, said)),
    'one root': share(({ roots }) => roots === 1),
  };
};

/** Whether two faults are of one area: by the tables they stand in, or by what they break. */
const areAlike = (one: Signature, other: Signature): boolean =>
  areaOf(one.kind) === areaOf(other.kind) || areasOf(one).some((area) => areasOf(other).includes(area));

const areasOf = ({ party, fault }: Signature): readonly string[] =>
  (peers[party].faults[fault]?.breaks ?? []).map(areaOf);

const areaOf = (path: string): string => path.slice(0, path.indexOf('/'));

interface PairsWish {
  readonly seed: string;
  readonly pairs: number;
  readonly isLeftOut?: boolean;
}

/** What two faults at once come to, drawn by a seed, where neither shows all that the other does. */
export const pairsSaid = (all: readonly Signature[], { seed, pairs, isLeftOut = false }: PairsWish) => {
  const [dice, whole] = [createDice(seed), similarFaults(all)];
  const said: { readonly roots: number; readonly isMixed: boolean }[] = [];
  while (said.length < pairs) {
    const [one, other] = [dice.pick(all), dice.pick(all)];
    const [mine, yours] = [keysOf(one), keysOf(other)];
    const [onlyMine, onlyYours] = [
      mine.filter((key) => !yours.includes(key)),
      yours.filter((key) => !mine.includes(key)),
    ];
    if (onlyMine.length === 0 || onlyYours.length === 0) continue;
    const others = all.filter((signature) => signature !== one && signature !== other);
    const roots = rootsIn(one.party, [...mine, ...onlyYours], isLeftOut ? similarFaults(others) : whole);
    const holds = ({ findings }: Root, keys: readonly string[]): boolean =>
      findings.some((finding) => keys.includes(keyOf(finding)));
    const isMixed = roots.some((root) => holds(root, onlyMine) && holds(root, onlyYours));
    said.push({ roots: roots.length, isMixed });
  }
  const share = (is: (one: (typeof said)[number]) => boolean): number => said.filter(is).length / said.length;
  return {
    'two cards': share(({ roots }) => roots === 2),
    'more cards': share(({ roots }) => roots > 2),
    'one card for both': share(({ isMixed }) => isMixed),
  };
};
