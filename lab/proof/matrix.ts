import { type RequirementId, requirement, requirementsOf } from '#schemas';
import type { Catch } from '../certify/catches.ts';
import { peers, type Provable, provable } from '../faults/index.ts';
import { declaredBy, isSound, type Proof } from './prove.ts';

/** One requirement and one fault that must break it. */
export interface Cell {
  readonly requirement: RequirementId;
  readonly level: 'must' | 'should';
  readonly party: Provable;
  readonly variant: string;
  readonly fault: string;
  readonly title: string;
  readonly caught: boolean;
  /** Where and when it was first seen. */
  readonly by?: Catch;
}

export interface Matrix {
  readonly totals: readonly Totals[];
  readonly cells: readonly Cell[];
  /** Reference peers without a fault. */
  readonly conformant: readonly Proof[];
  /** Proofs that are not as they should be. */
  readonly unsound: readonly Proof[];
  /** Proofs whose traffic alone does not tell what laws said in the run. */
  readonly unsaid: readonly Proof[];
}

export interface Totals {
  readonly party: Provable;
  /** Faults times the peers they can be seen at. */
  readonly planted: number;
  readonly caught: number;
  readonly cells: number;
  readonly cellsCaught: number;
  /** Reported on a conformant peer. */
  readonly falseAlarms: number;
  /** Not exercised on a conformant peer. */
  readonly notExercised: number;
  /** Reported on a faulty peer and not declared by its fault. */
  readonly wrongAttributions: number;
  /** Said by a law in a run and not of its traffic, judged again as if captured elsewhere. */
  readonly capturedMissed: number;
  /** Said of the traffic and not in the run. */
  readonly capturedInvented: number;
  readonly medianRequests: number;
  readonly medianMs: number;
  /** On the clocks of the runs: the longest, and the longest wait for the first thing that was wrong. */
  readonly longestRunMs: number;
  readonly latestFirstMs: number;
}

/** The kill matrix. */
export const matrixOf = (proofs: readonly Proof[]): Matrix => {
  const cells = proofs.flatMap(cellsOf).toSorted(inOrder);
  return {
    totals: provable
      .filter((party) => proofs.some((proof) => proof.party === party))
      .map((party) => totalsOf(party, proofs, cells)),
    cells,
    conformant: proofs.filter(({ fault }) => fault === undefined),
    unsound: proofs.filter((proof) => !isSound(proof)),
    unsaid: proofs.filter(({ captured }) => captured.missed.length > 0),
  };
};

const cellsOf = (proof: Proof): readonly Cell[] => {
  const { party, variant, fault, catches, missed } = proof;
  if (fault === undefined) return [];
  return declaredBy(proof).map((id) => {
    const by = catches.find((one) => one.requirement === id);
    return {
      requirement: id,
      level: requirement(id).level,
      party,
      variant,
      fault,
      title: peers[party].faults[fault]?.title ?? '',
      caught: !missed.includes(id),
      ...(by && { by }),
    };
  });
};

const positions = new Map<RequirementId, number>(
  provable.flatMap((party) => requirementsOf(party)).map((id, n) => [id, n]),
);

const inOrder = (one: Cell, other: Cell): number =>
  (positions.get(one.requirement) ?? 0) - (positions.get(other.requirement) ?? 0) ||
  one.fault.localeCompare(other.fault) ||
  one.variant.localeCompare(other.variant);

const totalsOf = (party: Provable, all: readonly Proof[], allCells: readonly Cell[]): Totals => {
  const proofs = all.filter((proof) => proof.party === party);
  const cells = allCells.filter((cell) => cell.party === party);
  const [faulty, sound] = [
    proofs.filter(({ fault }) => fault !== undefined),
    proofs.filter(({ fault }) => fault === undefined),
  ];
  const count = (of: readonly Proof[], ids: (proof: Proof) => readonly unknown[]) =>
    of.reduce((sum, proof) => sum + ids(proof).length, 0);
  const caught = cells.flatMap(({ by }) => (by ? [by] : []));
  return {
    party,
    planted: faulty.length,
    caught: faulty.filter(({ missed }) => missed.length === 0).length,
    cells: cells.length,
    cellsCaught: cells.filter((cell) => cell.caught).length,
    falseAlarms: count(sound, ({ astray }) => astray),
    notExercised: count(sound, ({ silent }) => silent),
    wrongAttributions: count(faulty, ({ astray }) => astray),
    capturedMissed: count(proofs, ({ captured }) => captured.missed),
    capturedInvented: count(proofs, ({ captured }) => captured.invented),
    medianRequests: median(caught.map(({ requests }) => requests)),
    medianMs: median(caught.map(({ durationMs }) => durationMs)),
    longestRunMs: Math.max(0, ...proofs.map(({ runMs }) => runMs)),
    latestFirstMs: Math.max(0, ...faulty.map(({ catches: [first] }) => first?.runMs ?? 0)),
  };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
