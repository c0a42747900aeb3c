import type { awaitEvent } from '../../arrange/till/await-event.ts';
import { readField, readOrderTypes } from '../../arrange/till/read-results.ts';
import type { PosTriggerInputs } from '../../context/pos.ts';
import { type OrderType, orderTypes } from './optional-members.ts';

type Input = PosTriggerInputs['setOrderType'];

/** Pauses an order type or accepts it again, and the event that tells of it. */
export const orderTypeChange = (
  orderType: OrderType,
  state: 'ACCEPTING' | 'PAUSED',
  more: Pick<Input, 'reasonCode' | 'effectiveUntil'> = {},
): {
  readonly trigger: { readonly name: 'setOrderType'; readonly input: Input };
  readonly event: Parameters<typeof awaitEvent>[2];
} => ({
  trigger: { name: 'setOrderType', input: { ...more, orderType, state } },
  event: {
    messageKind: 'PosOrderTypeAvailabilityChanged',
    what: `${orderType} orders are ${state}`,
    says: (body) => {
      const changes = readOrderTypes(body);
      if (changes.some((one) => one.orderType === orderType && one.state === state)) return 'so';
      const isEmpty = Array.isArray(readField(body, 'changes')) && changes.length === 0;
      return isEmpty || (changes.length > 0 && changes.every(isReadable)) ? 'otherwise' : 'unreadable';
    },
  },
});

const isReadable = ({ orderType, state }: ReturnType<typeof readOrderTypes>[number]): boolean =>
  orderTypes.some((known) => known === orderType) && (state === 'ACCEPTING' || state === 'PAUSED');
