import { broken, definePosLaw, holds, untold } from '../define.ts';
import { excerpt } from '../excerpt.ts';
import { isDeleted } from '../../ledgers/till/messages.ts';
import { sinceActivation } from '../since-activation.ts';

const id = 'payment/failed-has-no-result';

/** Events: BillPaymentFailed is followed by no result. */
export const noResultOfAFailedPayment = definePosLaw({
  id: 'callbacks/no-result-of-a-failed-payment',
  covers: [id],
  start: sinceActivation([id], ({ handlings }) => {
    return {
      see: (seen) =>
        handlings.add(seen).flatMap((handling) => {
          if (handling.messageKind !== 'BillPaymentFailed') return [];
          if (seen.kind !== 'callback')
            return handling.callbacks.length === 0 && isDeleted(handling) ? [holds(id)] : [];
          return [
            broken(id, {
              message:
                'BillPaymentFailed was answered with a result; release the bill, delete the message and send nothing.',
              expected: 'no callback',
              actual: `a callback of the kind ${seen.messageKind}: ${excerpt(seen.body)}`,
              exchanges: [seen.exchange],
              cause: 'a result for BillPaymentFailed',
            }),
          ];
        }),
      end: () => [untold(id, 'no BillPaymentFailed was taken off the queue', 'pos.fixtures.tables.open')],
    };
  }),
});
