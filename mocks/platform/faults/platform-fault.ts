import type { Clock } from '#mocks/time';
import type { Fault } from '#mocks/faults';
import type { Handle } from '../calls/call.ts';
import type { CatalogueSync } from '../engines/catalogue/index.ts';
import type { createMerchantCalls } from '../engines/calls/merchant-calls.ts';
import type { Command } from '../state/commands.ts';
import type { FifoQueue } from '../queue/fifo/fifo-queue.ts';
import type { Memory } from '../state/retention.ts';
import type { PlatformOptions } from '../state/settings.ts';
import type { State } from '../state/state.ts';

export type ProductStore = CatalogueSync['store'];
export type MerchantCalls = ReturnType<typeof createMerchantCalls>;
export type Fetch = (request: Request) => Promise<Response>;

/** What a fault may look at. */
export interface FaultKit {
  readonly clock: Clock;
  readonly state: State;
}

/** A defect is put around the sound platform, or in place of one of its parts; the platform knows nothing of it. */
export interface PlatformFault extends Fault {
  readonly options?: (options: PlatformOptions) => PlatformOptions;
  /** Around every call of the API. */
  readonly front?: (next: Handle, kit: FaultKit) => Handle;
  /** Around every call of the queue service. */
  readonly gateway?: (next: Handle, kit: FaultKit) => Handle;
  readonly queue?: (queue: FifoQueue, commands: Memory<Command>) => FifoQueue;
  /** Around every call of the control API, behind which the platform acts by itself. */
  readonly control?: (next: Fetch, kit: FaultKit) => Fetch;
  readonly calls?: (calls: MerchantCalls) => MerchantCalls;
  /** What the platform knows of a catalogue. */
  readonly products?: (store: ProductStore) => ProductStore;
}
