import type { RequirementId } from '../requirements/index.ts';
import { rowsIn } from '../row-files.ts';

/** What the register does not say: what goes wrong without it, and what usually mends it. No part of the register's digest. */
export interface Advice {
  /** Whom it hurts where it does not hold, and how. */
  readonly why: string;
  /** Where a developer looks first. */
  readonly fix: string;
}

let all: ReadonlyMap<string, readonly [why: string, fix: string]> | undefined;

export const adviceFor = (id: RequirementId): Advice => {
  all ??= rowsIn(new URL('.', import.meta.url));
  const [why, fix] = all.get(id) ?? ['', ''];
  return { why, fix };
};
