import type { ControlPorts } from '#mocks/platform';
import type { Config } from '#schemas';

/** Payloads of commands, with what the configuration says the till knows where the till itself has told nothing. */
export const samplesOf =
  ({ pos }: Config): NonNullable<ControlPorts['samples']> =>
  async (messageKind, facts, about) => {
    // The generator of names takes a while to load, and a platform may never be asked.
    const { samplePayload } = await import('#scenarios/arrange');
    const { tables, listings } = pos?.fixtures ?? {};
    const or = (told: readonly string[], configured: readonly string[] = []) => (told.length > 0 ? told : configured);
    const tableIds = or(tables?.open ?? [], facts.tableIds);
    return samplePayload(
      messageKind,
      { ...facts, tableIds, listingIds: or(facts.listingIds, listings?.inStock) },
      about,
    );
  };
