import { type Json, objectOf } from '#mocks/json';
import { onWork } from '#mocks/pos/faults/decorators';
import type { PosFault, TillDecorator } from '#mocks/pos/faults/pos-fault';

/** In a list of a result of which it is part, what was there before: of all results, or of the last alone. */
const withFormer = (member: string, of: 'all' | 'the last'): TillDecorator =>
  onWork('OrderSubmissionRequested', () => {
    let former: readonly Json[] = [];
    return async (command, step) => {
      const result = objectOf(await step(command));
      const items = result[member];
      if (!Array.isArray(items) || items.length === 0) return result;
      const listed = [...former, ...items];
      former = of === 'all' ? listed : items;
      return { ...result, [member]: listed };
    };
  });

/** Lists that are never emptied, or too late. */
export const piledUpFaults = {
  'order:accepted-pile-up': {
    title: 'lists what was accepted of all orders with each of them',
    breaks: ['submission/result-body'],
    decorate: withFormer('acceptedItems', 'all'),
  },
  'order:rejected-pile-up': {
    title: 'lists what was rejected of all orders with each that is rejected',
    breaks: ['submission/result-body'],
    decorate: withFormer('rejectedItems', 'all'),
  },
  'order:accepted-of-last': {
    title: 'lists what was accepted of the order before with each of them',
    breaks: ['submission/result-body'],
    decorate: withFormer('acceptedItems', 'the last'),
  },
  'order:rejected-of-last': {
    title: 'lists what was rejected of the order before with each that is rejected',
    breaks: ['submission/result-body'],
    decorate: withFormer('rejectedItems', 'the last'),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
