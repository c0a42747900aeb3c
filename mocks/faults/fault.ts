import type { RequirementId } from '#schemas';

/** One defect a reference peer can be switched to have. It must break what it declares, and nothing else. */
export interface Fault {
  /** What it does, in a few words: what a developer would have written by mistake. */
  readonly title: string;
  /** The requirement ids it breaks. */
  readonly breaks: readonly RequirementId[];
}

export const defineFaults = <const Faults extends Readonly<Record<string, Fault>>>(faults: Faults): Faults => faults;
