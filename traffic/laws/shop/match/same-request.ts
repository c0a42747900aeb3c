import { readAnswer } from '../../../judging/answer.ts';
import type { ShopStep } from '../../../ledgers/shop/ledgers.ts';
import { createMemory } from '../../../retention/memory.ts';
import { lawByRows, type ShopRow } from '../../by-rows.ts';

const reason = 'no recalculation was answered with a basket';

/** A recalculation or a lock that was answered. */
const answeredIn = (step: ShopStep) =>
  (step.kind === 'recalculation' || step.kind === 'lock') &&
  !step.isPartlyKept &&
  readAnswer(step.exchange).kind === 'answered'
    ? step
    : undefined;

const inWords = (value: unknown): string => JSON.stringify(typeof value === 'string' ? value : '');

/** An answer to a recalculation or a lock is one to that request: its requestId, and the id of its basket. */
const rows: readonly ShopRow[] = [
  {
    requirement: 'basket/request-id-echo',
    cause: 'requestId of another request',
    look: (_, budget) => {
      const requests = createMemory<number>(budget);
      return (step) => {
        const { request: { requestId: asked } = {}, answer, n = 0 } = answeredIn(step) ?? {};
        if (answer === undefined) return undefined;
        const { requestId: answered } = answer;
        if (typeof asked === 'string') requests.set(asked, n);
        // Absent is fine over HTTP: the field correlates answers that come through a queue.
        if (typeof answered !== 'string' || answered === asked) return 'passed';
        const of = requests.get(answered);
        const actual = `requestId ${inWords(answered)}${of === undefined ? '' : ', that of an earlier request'}`;
        const expected = `requestId ${inWords(asked)}, or none`;
        return { exchanges: of === undefined ? [n] : [of, n], expected, actual };
      };
    },
  },
  {
    requirement: 'recalculation/keeps-basket-id',
    cause: 'another id',
    look: () => (step) => {
      const { kind, askedId, answeredId, n = 0 } = answeredIn(step) ?? {};
      if (kind !== 'recalculation' || answeredId === undefined) return undefined;
      if (askedId === answeredId) return 'passed';
      return { exchanges: [n], expected: `id ${inWords(askedId)}`, actual: `id ${inWords(answeredId)}` };
    },
  },
];

export const sameRequest = lawByRows('basket/same-request', rows, {
  'basket/request-id-echo': [reason],
  'recalculation/keeps-basket-id': [reason],
});
