import { type Json, objectOf } from '../../json.ts';
import { onWork } from './decorators.ts';
import type { PosFault, TillDecorator } from './pos-fault.ts';

/** In a list of a result of which it is part, all that was there before. */
const pilingUp = (member: string): TillDecorator =>
  onWork('OrderSubmissionRequested', () => {
    let former: readonly Json[] = [];
    return async (command, step) => {
      const result = objectOf(await step(command));
      const items = result[member];
      if (!Array.isArray(items) || items.length === 0) return result;
      former = [...former, ...items];
      return { ...result, [member]: [...former] };
    };
  });

/** The same, and of the result before alone. */
const withFormer = (member: string): TillDecorator =>
  onWork('OrderSubmissionRequested', () => {
    let former: readonly Json[] = [];
    return async (command, step) => {
      const result = objectOf(await step(command));
      const items = result[member];
      if (!Array.isArray(items) || items.length === 0) return result;
      const listed = [...former, ...items];
      former = items;
      return { ...result, [member]: listed };
    };
  });

/** Lists that are never emptied, or too late. */
export const piledUpFaults = {
  'order:accepted-pile-up': {
    title: 'lists what was accepted of all orders with each of them',
    breaks: ['submission/result-body'],
    decorate: pilingUp('acceptedItems'),
  },
  'order:rejected-pile-up': {
    title: 'lists what was rejected of all orders with each that is rejected',
    breaks: ['submission/result-body'],
    decorate: pilingUp('rejectedItems'),
  },
  'order:accepted-of-last': {
    title: 'lists what was accepted of the order before with each of them',
    breaks: ['submission/result-body'],
    decorate: withFormer('acceptedItems'),
  },
  'order:rejected-of-last': {
    title: 'lists what was rejected of the order before with each that is rejected',
    breaks: ['submission/result-body'],
    decorate: withFormer('rejectedItems'),
  },
} as const satisfies Readonly<Record<string, PosFault>>;
