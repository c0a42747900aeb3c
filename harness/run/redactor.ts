import type { Config } from '#schemas';
import { createRedactor, type Redactor } from '#traffic';
import { secretsIn } from '../config/secrets-in.ts';

/** Hides what a configuration and its environment hold that nobody may read. */
export const redactorFor = (config: Config, secrets: readonly string[] = []): Redactor =>
  createRedactor({ headers: config.merchant?.headers ?? {}, values: [...secrets, ...secretsIn(config)] });
