import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Checkout, CheckoutPhase, ShopSummary } from '#schemas';
import { submitted, type Typed } from '../elements/form-text.ts';
import { SecondsLeft } from '../elements/seconds-left.tsx';
import { attempt, control, Refusal } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';
import { go, href } from '../route.ts';
import { BasketScreen, type Tell } from './basket-screen.tsx';
import { Deadlines } from './deadlines.tsx';
import { EndScreen } from './end-screen.tsx';

// The request is on its way by then, and hardly any shop has answered.
const hangUpAfterMs = 5;

interface HandsetProps {
  readonly shop: ShopSummary;
  readonly oaOrderId: string | undefined;
}

export const Handset = ({ shop, oaOrderId }: HandsetProps) => {
  const checkout = useSignal<Checkout | undefined>(undefined);
  const gone = useSignal(false);
  useEffect(() => {
    if (oaOrderId === undefined) return undefined;
    const read = () =>
      control('GET /shops/{name}/checkouts/{oaOrderId}', { name: shop.name, oaOrderId }).then(
        (found) => {
          checkout.value = found;
        },
        (error: unknown) => {
          gone.value = error instanceof Refusal && error.status === 404;
        },
      );
    void read();
    return follow((entries) => {
      if (entries.some(({ event }) => event.kind === 'checkout' && event.oaOrderId === oaOrderId)) void read();
    });
  }, []);
  const tell: Tell = (action, wish) =>
    attempt(async () => {
      const subject = { name: shop.name, oaOrderId: oaOrderId ?? '' };
      checkout.value = await control(`POST /shops/{name}/checkouts/{oaOrderId}/${action}`, { ...subject, ...wish });
    });
  return (
    <div class="handset" role="region" aria-label="Shopper's phone">
      <div class="screen">
        {checkout.value !== undefined && <Deadlines phase={checkout.value.phase} />}
        <Screen shop={shop} checkout={checkout.value} isScan={oaOrderId === undefined || gone.value} tell={tell} />
      </div>
      {checkout.value !== undefined && (
        <div class="row" role="group" aria-label="The last call to the shop">
          <button type="button" onClick={() => void tell('repeat')}>
            Send the last call again
          </button>
          <button type="button" onClick={() => void tell('repeat', { hangUpAfterMs })}>
            Send it and hang up
          </button>
        </div>
      )}
    </div>
  );
};

interface ScreenProps {
  readonly shop: ShopSummary;
  readonly checkout: Checkout | undefined;
  readonly isScan: boolean;
  readonly tell: Tell;
}

const Screen = ({ shop, checkout, isScan, tell }: ScreenProps) => {
  if (isScan) return <ScanScreen shop={shop} />;
  if (checkout === undefined) return <p class="soft">…</p>;
  const { phase } = checkout;
  const again = () => go(href('phone', [shop.name]));
  switch (phase.name) {
    case 'open':
    case 'recalculating':
    case 'locking':
      return <BasketScreen checkout={checkout} phase={phase} tell={tell} />;
    case 'retrieving':
    case 'paying':
    case 'ordering':
    case 'waiting':
      return <WaitScreen shop={shop} phase={phase} />;
    case 'confirmed':
    case 'rolled-back':
    case 'ended':
      return <EndScreen phase={phase} onAgain={again} />;
    default:
      return phase satisfies never;
  }
};

// More than fit on the screen need not be offered.
const mostOffered = 6;

const ScanScreen = ({ shop }: { readonly shop: ShopSummary }) => {
  const { baskets = [] } = shop.settings;
  const input = useRef<HTMLInputElement>(null);
  const scan = (text: Typed) =>
    attempt(async () => {
      const { oaOrderId } = await control('POST /shops/{name}/checkouts', {
        name: shop.name,
        basketId: text('basketId'),
        lock: text('lock') === 'on',
      });
      go(href('phone', [shop.name, oaOrderId]));
    });
  return (
    <form class="scan stack" onSubmit={submitted(scan)}>
      <div class="viewfinder" aria-hidden="true">
        <svg viewBox="0 0 96 96" width="96" height="96">
          <path
            d="M8 28V12a4 4 0 0 1 4-4h16M68 8h16a4 4 0 0 1 4 4v16M88 68v16a4 4 0 0 1-4 4H68M28 88H12a4 4 0 0 1-4-4V68"
            fill="none"
            stroke="currentColor"
            stroke-width="3"
            stroke-linecap="round"
          />
          <path
            d="M24 34v28M32 34v28M38 34v28M48 34v28M54 34v28M64 34v28M72 34v28"
            stroke="currentColor"
            stroke-width="3"
          />
        </svg>
      </div>
      <h2>Scan a basket of {shop.name}</h2>
      <p class="soft small">
        The basket id is what the shop's page carries in its widget, as the attribute <code>data-basket</code>.
      </p>
      <label class="field">
        <span>Basket id</span>
        <input name="basketId" ref={input} required autocomplete="off" />
      </label>
      {baskets.length > 0 && (
        <div class="row offered" role="group" aria-label="Baskets of the configuration">
          {baskets.slice(0, mostOffered).map((id) => (
            <button
              key={id}
              type="button"
              class="small mono cut"
              onClick={() => {
                if (input.current === null) return;
                input.current.value = id;
                input.current.focus();
              }}
            >
              {id}
            </button>
          ))}
        </div>
      )}
      <label class="row">
        <input type="checkbox" name="lock" /> Lock the basket before paying
      </label>
      <button type="submit" class="primary big">
        Scan
      </button>
    </form>
  );
};

type Waiting = Extract<CheckoutPhase, { readonly name: 'retrieving' | 'paying' | 'ordering' | 'waiting' }>;

const WaitScreen = ({ shop, phase }: { readonly shop: ShopSummary; readonly phase: Waiting }) => {
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
