import type { CheckoutPhase, ShopSummary } from '#schemas';
import { SecondsLeft } from '../elements/seconds-left.tsx';
import { control } from '../live/control-api.ts';
import { attempt } from '../live/notices.ts';

type Waiting = Extract<CheckoutPhase, { readonly name: 'retrieving' | 'paying' | 'ordering' | 'waiting' }>;

export const WaitScreen = ({ shop, phase }: { readonly shop: ShopSummary; readonly phase: Waiting }) => {
  const settle = (accepted: boolean) =>
    void attempt(() => control('POST /shops/{name}/payments', { name: shop.name, accepted }));
  return (
    <div class="scan stack" role="status">
      <div class="spinner" aria-hidden="true" />
      {phase.name === 'retrieving' && (
        <>
          <h2>Fetching the basket</h2>
          <p class="soft">
            The shop has <SecondsLeft until={phase.answerBy} /> to answer.
          </p>
        </>
      )}
      {phase.name === 'paying' && (
        <>
          <h2>Paying</h2>
          <p class="soft">
            It has to be through in <SecondsLeft until={phase.payBy} />.
          </p>
          {shop.settings.payments === 'by-hand' && (
            <div class="pay">
              <button type="button" onClick={() => settle(false)}>
                Decline
              </button>
              <button type="button" class="primary" onClick={() => settle(true)}>
                Let it through
              </button>
            </div>
          )}
        </>
      )}
      {phase.name === 'ordering' && (
        <>
          <h2>Placing the order</h2>
          <p class="soft">
            Attempt {phase.attempt}: the shop has <SecondsLeft until={phase.answerBy} /> to answer. Without any answer
            it is rolled back in <SecondsLeft until={phase.giveUpAt} />.
          </p>
        </>
      )}
      {phase.name === 'waiting' && (
        <>
          <h2>Trying again</h2>
          <p class="soft">{phase.problem}</p>
          <p class="soft">
            Next attempt in <SecondsLeft until={phase.retryAt} />, rolled back and refunded in{' '}
            <SecondsLeft until={phase.giveUpAt} />.
          </p>
        </>
      )}
    </div>
  );
};
