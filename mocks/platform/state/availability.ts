import type { OrderType, OrderTypeState } from '#schemas';
import type { Slot } from './slot.ts';

/** Table, pickup and delivery ordering; STATION availability gates tables only, not kiosks. */
export const orderTypes = ['STATION', 'PICKUP', 'DELIVERY'] as const satisfies readonly OrderType[];

export interface LocationChange {
  readonly open: boolean;
  /** Epoch ms. */
  readonly effectiveAt: number;
}

export interface OrderTypeChange {
  readonly orderType: OrderType;
  readonly state: OrderTypeState;
  /** Epoch ms; after it the state is cleared. */
  readonly effectiveUntil?: number;
}

export interface KeptAvailability {
  readonly changes: readonly LocationChange[];
  readonly orderTypes: readonly OrderTypeChange[];
}

/** Whether a location takes orders, as its POS or another authorised source said. A location starts open and accepting. */
export type Availability = ReturnType<typeof createAvailability>;

export const createAvailability = (kept: Slot<KeptAvailability>) => {
  // The beginning of the epoch: from before any location there is.
  let changes: readonly LocationChange[] = kept.get()?.changes ?? [{ open: true, effectiveAt: 0 }];
  const states = new Map((kept.get()?.orderTypes ?? []).map((change) => [change.orderType, change]));
  const keep = () => kept.set({ changes, orderTypes: [...states.values()] });
  return {
    changeLocation(change: LocationChange) {
      // Of two for the same moment the one received later holds; sorting is stable.
      changes = [...changes, change].sort((left, right) => left.effectiveAt - right.effectiveAt);
      keep();
    },
    /** Omitted types stay as they are. */
    changeOrderType(change: OrderTypeChange) {
      states.set(change.orderType, change);
      keep();
    },
    isOpen(now: number) {
      const due = changes.filter(({ effectiveAt }) => effectiveAt <= now);
      const current = due.at(-1);
      // What an effective change has replaced can never hold again.
      changes = changes.slice(Math.max(due.length - 1, 0));
      return current?.open ?? true;
    },
    stateOf(orderType: OrderType, now: number) {
      const { state = 'ACCEPTING', effectiveUntil = Number.POSITIVE_INFINITY } = states.get(orderType) ?? {};
      return now < effectiveUntil ? state : 'ACCEPTING';
    },
  };
};
