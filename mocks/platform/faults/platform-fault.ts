import type { CommandRecord } from '#schemas';
import type { Clock } from '#mocks/time';
import type { Decorator, Fault } from '#mocks/faults';
import type { Handle } from '../calls/call.ts';
import type { CatalogueSync } from '../engines/catalogue/index.ts';
import type { createMerchantCalls } from '../engines/calls/merchant-calls.ts';
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

export type CallDecorator = Decorator<Handle, FaultKit>;

/** A defect is put around the sound platform, or in place of one of its parts; the platform knows nothing of it. */
export interface PlatformFault extends Fault {
  readonly options?: Decorator<PlatformOptions>;
  /** Around every call of the API. */
  readonly front?: CallDecorator;
  /** Around every call of the queue service. */
  readonly gateway?: CallDecorator;
  readonly queue?: Decorator<FifoQueue, Memory<CommandRecord>>;
  /** Around every call of the control API, behind which the platform acts by itself. */
  readonly control?: Decorator<Fetch, FaultKit>;
  readonly calls?: Decorator<MerchantCalls>;
  /** What the platform knows of a catalogue. */
  readonly products?: Decorator<ProductStore>;
}
