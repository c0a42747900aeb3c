import { type Change, edited } from './changes.ts';
import type { Json } from './places.ts';
import { isMeant, type Plan } from './plan.ts';

/** How late a delayed message is: later than the 8 s an order may take, sooner than a message is delivered again. */
export const delayMs = 9000;

/** What is to become of a message. */
export type Decision =
  | { readonly do: 'lose' | 'delay' | 'repeat' | 'hold' | 'fail' }
  | { readonly do: 'send'; readonly text: string };

/** Says what becomes of each message, and tells of each that is changed. */
export interface Editor {
  readonly operation: string;
  /** Undefined: it goes on as it is. Only a good message is edited. */
  readonly decide: (operation: string, text: string, isGood: boolean) => Decision | undefined;
}

export const createEditor = (plan: Plan, onChange: (change: Change) => void): Editor => {
  const earlier: Json[] = [];
  let occurrences = 0;

  const decide = (
    body: Json | undefined,
  ): { readonly decision: Decision; readonly after: Json | undefined } | undefined => {
    if (plan.pattern !== '') {
      const after = body === undefined ? undefined : edited(body, plan, earlier);
      return after === undefined ? undefined : { decision: send(after), after };
    }
    switch (plan.operator) {
      case 'drop':
        return { decision: { do: 'lose' }, after: undefined };
      case 'delay':
        return { decision: { do: 'delay' }, after: body };
      case 'duplicate':
        return { decision: { do: 'repeat' }, after: body };
      case 'reorder':
        return { decision: { do: 'hold' }, after: body };
      case 'change':
        return { decision: { do: 'fail' }, after: undefined };
      case 'empty':
        return { decision: { do: 'send', text: '' }, after: undefined };
      case 'retype':
        return body === undefined ? undefined : { decision: send([body]), after: [body] };
      case 'replay': {
        const now = JSON.stringify(body);
        const other = earlier.findLast((one) => JSON.stringify(one) !== now);
        return other === undefined ? undefined : { decision: send(other), after: other };
      }
      default:
        return undefined;
    }
  };

  return {
    operation: plan.operation,
    decide: (operation, text, isGood) => {
      if (operation !== plan.operation || !isGood) return undefined;
      const body = parsed(text);
      const decided = decide(body);
      if (body !== undefined) earlier.push(body);
      if (decided === undefined) return undefined;
      occurrences++;
      if (!isMeant(plan.which, occurrences)) return undefined;
      onChange({ operation, occurrence: occurrences, before: body, after: decided.after });
      return decided.decision;
    },
  };
};

const send = (body: Json): Decision => ({ do: 'send', text: JSON.stringify(body) });

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};
