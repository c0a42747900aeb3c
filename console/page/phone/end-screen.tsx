import type { CheckoutPhase } from '#schemas';
import { money } from './money.ts';

type Over = Extract<CheckoutPhase, { readonly name: 'confirmed' | 'rolled-back' | 'ended' }>;

const reasons = {
  expired: 'The basket has expired',
  cancelled: 'You left',
  unavailable: 'The shop does not show this basket',
} as const;

export const EndScreen = ({ phase, onAgain }: { readonly phase: Over; readonly onAgain: () => void }) => (
  <div class="scan stack" role="status">
    {phase.name === 'confirmed' && (
      <>
        <div class="mark good" aria-hidden="true">
          ✓
        </div>
        <h2>Order placed</h2>
        <dl class="facts">
          <dt>Order at the shop</dt>
          <dd class="mono">{phase.confirmation.shopOrderId}</dd>
          <dt>Order here</dt>
          <dd class="mono">{phase.confirmation.oaOrderId}</dd>
          <dt>Returns</dt>
          <dd>within {phase.confirmation.returnPolicy.maxReturnDays} days</dd>
        </dl>
      </>
    )}
    {phase.name === 'rolled-back' && (
      <>
        <div class="mark bad" aria-hidden="true">
          ↩
        </div>
        <h2>Order rolled back</h2>
        <p class="soft">{phase.reason}</p>
        <p>
          {phase.refunded ? `${money(phase.paid.amount, phase.paid.currency)} has been refunded.` : 'Nothing was paid.'}
        </p>
      </>
    )}
    {phase.name === 'ended' && (
      <>
        <div class="mark" aria-hidden="true">
          ×
        </div>
        <h2>{reasons[phase.why]}</h2>
        <p class="soft">{phase.reason}</p>
      </>
    )}
    <button type="button" class="primary big" onClick={onAgain}>
      Scan another
    </button>
  </div>
);
