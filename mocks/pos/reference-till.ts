import { fetchRequest } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import { readActivation } from './connection/integration.ts';
import { sdkTill } from './sdk-till/sdk-till.ts';
import { type PosFaultId, posFaults } from './faults/index.ts';
import type { PosFault } from './faults/pos-fault.ts';
import { createJournal } from './queue/journal.ts';
import { queryTill } from './query-till/query-till.ts';
import { sign } from './connection/signature.ts';
import type { Send } from './connection/call.ts';
import type { Till, TillKind, TillParts } from './till.ts';

/** Two tills that differ in every choice the specification leaves open, and are both conformant. */
const tills = { copper: sdkTill, quartz: queryTill } satisfies Readonly<Record<string, TillKind>>;

export type PosVariant = keyof typeof tills;
export const posVariants = Object.keys(tills) as readonly PosVariant[];

export interface ReferenceTillOptions {
  readonly variant: PosVariant;
  /** Ids of published faults, or faults of one's own. */
  readonly faults?: readonly (PosFaultId | PosFault)[];
  readonly clock: Clock;
  /** How much longer it works on each command before it answers. */
  readonly latencyMs?: number;
  /** How every request leaves, to the platform and to the queue. Default: the network. */
  readonly send?: Send;
  /** Real time in epoch ms, for signatures: the platform knows nothing of a clock that is moved by hand. Default: Date.now. */
  readonly wallNow?: () => number;
}

export type ReferenceTill = Till;

/** A conformant till, or one with just the faults it is given. */
export const createReferenceTill = (options: ReferenceTillOptions): ReferenceTill => {
  const { variant, clock, send, latencyMs = 0, wallNow = () => Date.now() } = options;
  const kind: TillKind = tills[variant];
  const sound: TillParts = {
    clock,
    restaurant: kind.restaurant(() => clock.now()),
    journal: createJournal(),
    sign,
    call: (call, transmit) => transmit(call),
    work: async (command, step) => {
      if (latencyMs > 0) await clock.sleep(latencyMs);
      return await step(command);
    },
    readActivation,
    openMailbox: (configuration) => kind.openMailbox(configuration, { clock, send }),
    polling: kind.polling,
    heartbeatMs: kind.heartbeatMs,
    restarted: () => undefined,
    laneOf: kind.laneOf,
  };
  const parts = (options.faults ?? []).reduce<TillParts>(
    (parts, fault) => ({ ...parts, ...(typeof fault === 'string' ? posFaults[fault] : fault).decorate(parts) }),
    sound,
  );
  return kind.open(parts, { send: send ?? fetchRequest, wallNow });
};
