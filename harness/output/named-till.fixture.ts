import { serve } from '#mocks/hosting';
import { createReferenceTill, type PosFaultId, type PosVariant } from '#mocks/pos';
import type { Clock } from '#mocks/time';
import type { NamedTill } from '#schemas';
import { onTestFinished } from 'vitest';

/** A reference till that is up for the time of the test, as one of several in a configuration. */
export const named = async (clock: Clock, name: PosVariant, ...faults: readonly PosFaultId[]): Promise<NamedTill> => {
  const till = createReferenceTill({ variant: name, faults, clock });
  const host = await serve(till.fetch);
  onTestFinished(async () => {
    await till.stop();
    await host[Symbol.asyncDispose]();
  });
  const { pos = {}, capabilities, triggers = {} } = till.configuration(host.url);
  const { tills, ...own } = pos;
  return { name, ...own, ...(capabilities?.pos && { capabilities: capabilities.pos }), triggers };
};
