import type { PosPeer } from './pos-peer.ts';
import { median } from './row.ts';

/** What one round of work came to. */
export interface Round {
  readonly operations: number;
  readonly seconds: number;
  /** What the peer's process used of the processors meanwhile, in microseconds. */
  readonly cpuMicros: number;
}

export const measured = async (peer: Pick<PosPeer, 'cpuMicros'>, operations: number, work: () => Promise<void>) => {
  const [cpu, startedAt] = [peer.cpuMicros(), performance.now()];
  await work();
  return { operations, seconds: (performance.now() - startedAt) / 1000, cpuMicros: peer.cpuMicros() - cpu };
};

/** Round after round, each peer in turn, so that what else the machine does disturbs all alike. */
export const alternate = async <Name extends string>(
  works: Readonly<Record<Name, () => Promise<Round>>>,
  { rounds, warmUp }: { readonly rounds: number; readonly warmUp: number },
): Promise<Readonly<Record<Name, readonly Round[]>>> => {
  const names = Object.keys(works) as Name[];
  const done = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>;
  for (let round = 0; round < rounds + warmUp; round += 1)
    for (const name of names) {
      const one = await works[name]();
      if (round >= warmUp) done[name].push(one);
    }
  return done;
};

export const perSecond = ({ operations, seconds }: Round): number => operations / seconds;
export const cpuEach = ({ operations, cpuMicros }: Round): number => cpuMicros / operations;

/** The median of the ratios of rounds that followed each other. */
export const ratio = (ours: readonly Round[], theirs: readonly Round[], of: (round: Round) => number): number =>
  median(ours.map((round, index) => of(round) / of(theirs[index] ?? round)));

export const middle = (rounds: readonly Round[], of: (round: Round) => number): number => median(rounds.map(of));
