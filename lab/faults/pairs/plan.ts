import { alter } from '#mocks/faults';
import type { JsonObject } from '#mocks/json';

/** Something ordinary that a call can have: `lines=two`. */
export interface Level<Scene> {
  readonly id: string;
  readonly factor: string;
  /** The calls it can be met in. */
  readonly calls: readonly string[];
  /** The reference peers it can be met at, when not both. */
  readonly variants?: readonly string[];
  readonly met: (scene: Scene) => boolean;
}

/** What a fault does where its levels meet. */
export interface Effect {
  readonly id: string;
  readonly calls: readonly string[];
  readonly variants?: readonly string[];
  /** One of these is among the levels, or the effect would break nothing. */
  readonly needs?: readonly string[];
  /** Levels that leave it nothing to do. */
  readonly not?: readonly string[];
}

/** Everything that faults of one party are drawn from. */
export interface Factors<Scene> {
  readonly party: 'merchant' | 'pos';
  readonly variants: readonly string[];
  readonly levels: readonly Level<Scene>[];
  readonly effects: readonly Effect[];
  /** Levels that never meet. */
  readonly apart: readonly (readonly [string, string])[];
}

/** One fault: `merchant granite: answers 500 where lines=two + codes=none`. */
export interface PairPlan {
  readonly party: 'merchant' | 'pos';
  readonly variant: string;
  readonly effect: string;
  readonly levels: readonly string[];
}

export const pairText = ({ party, variant, effect, levels }: PairPlan): string =>
  `${party} ${variant}: ${effect} where ${levels.join(' + ')}`;

/** What `pairText` has written. */
export const pairOf = (text: string): PairPlan => {
  const [, party, variant = '', effect = '', levels = ''] = /^(merchant|pos) (\S+): (.+) where (.+)$/u.exec(text) ?? [];
  if (party !== 'merchant' && party !== 'pos')
    throw new Error(`"${text}" is not of the form "PARTY PEER: EFFECT where LEVEL + LEVEL"`);
  return { party, variant, effect, levels: levels.split(' + ') };
};

/** The effect and the levels of a plan; throws for one that there is not. */
export const partsOf = <Scene, Kind extends Effect>(
  plan: PairPlan | undefined,
  known: { readonly effects: readonly Kind[]; readonly levels: readonly Level<Scene>[] },
): { readonly effect: Kind | undefined; readonly levels: readonly Level<Scene>[] } => {
  const named = <Named extends { readonly id: string }>(all: readonly Named[], id: string): Named => {
    const one = all.find((each) => each.id === id);
    if (one === undefined) throw new Error(`there is no "${id}"`);
    return one;
  };
  if (plan === undefined) return { effect: undefined, levels: [] };
  return { effect: named(known.effects, plan.effect), levels: plan.levels.map((id) => named(known.levels, id)) };
};

/** What is told of a peer: that its fault shows, and which levels each call has. */
export interface Watch {
  readonly onMet?: (call: string) => void;
  readonly onLevels?: (levels: readonly string[]) => void;
}

/** What a level says of a scene, or also where it can be met. */
export type LevelRow<Scene> =
  | ((scene: Scene) => boolean)
  | {
      readonly calls?: readonly string[];
      readonly variants?: readonly string[];
      readonly met: (scene: Scene) => boolean;
    };

/** The levels of one factor. */
export const levelsOf = <Scene>(
  factor: string,
  calls: readonly string[],
  rows: Readonly<Record<string, LevelRow<Scene>>>,
): readonly Level<Scene>[] =>
  Object.entries(rows).map(([name, row]) => ({
    id: `${factor}=${name}`,
    factor,
    calls,
    ...(typeof row === 'function' ? { met: row } : row),
  }));

const isIn = (list: readonly string[] | undefined, one: string): boolean => list === undefined || list.includes(one);

/** The calls in which all the levels can be met and the effect does something. */
const callsOf = (effect: Effect, levels: readonly Pick<Level<never>, 'calls'>[]): readonly string[] =>
  effect.calls.filter((call) => levels.every(({ calls }) => calls.includes(call)));

/** Two levels that could meet. */
export const pairsOfLevels = <Scene>({ levels, apart }: Factors<Scene>, variant: string): readonly string[] => {
  const here = levels.filter(({ variants }) => isIn(variants, variant));
  return here.flatMap((one, index) =>
    here
      .slice(index + 1)
      .filter(
        (other) =>
          other.factor !== one.factor &&
          one.calls.some((call) => other.calls.includes(call)) &&
          !apart.some((two) => two.includes(one.id) && two.includes(other.id)),
      )
      .map((other) => [one.id, other.id].toSorted().join(' + ')),
  );
};

/**
 * Can these meet, and does the effect break the specification there? A level of the call counts only where the rest
 * leaves several calls open, or a pair would be a single thing.
 */
export const fits = <Scene>(
  { apart }: Factors<Scene>,
  variant: string,
  effect: Effect,
  levels: readonly Level<Scene>[],
): boolean => {
  const ids = levels.map(({ id }) => id);
  const others = levels.filter(({ factor }) => factor !== 'call');
  return (
    new Set(levels.map(({ factor }) => factor)).size === levels.length &&
    isIn(effect.variants, variant) &&
    levels.every(({ variants }) => isIn(variants, variant)) &&
    callsOf(effect, levels).length > 0 &&
    (others.length === levels.length || callsOf(effect, others).length > 1) &&
    (effect.needs?.some((id) => ids.includes(id)) ?? true) &&
    !ids.some((id) => effect.not?.includes(id)) &&
    !apart.some((two) => two.every((id) => ids.includes(id)))
  );
};

/** The ids of the levels that a call has. */
export const metIn = <Scene>(levels: readonly Level<Scene>[], call: string, scene: Scene): readonly string[] =>
  levels.flatMap(({ id, calls, met }) => (calls.includes(call) && met(scene) ? [id] : []));

/** Undefined where nothing stands there. */
export const without =
  (pointer: string) =>
  (body: JsonObject): JsonObject | undefined => {
    const before = JSON.stringify(body);
    alter(body, pointer, () => undefined);
    return JSON.stringify(body) === before ? undefined : body;
  };
