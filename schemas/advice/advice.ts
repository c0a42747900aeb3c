/** What the register does not say: what goes wrong without it, and what usually mends it. No part of the register's digest. */
export interface Advice {
  /** Whom it hurts where it does not hold, and how. */
  readonly why: string;
  /** Where a developer looks first. */
  readonly fix: string;
}
