import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Checkout, ShopSummary } from '#schemas';
import { control, Refusal } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';
import { attempt } from '../live/notices.ts';
import { go, href } from '../route.ts';
import { BasketScreen, type Tell } from './basket-screen.tsx';
import { Deadlines } from './deadlines.tsx';
import { EndScreen } from './end-screen.tsx';
import { ScanScreen } from './scan-screen.tsx';
import { WaitScreen } from './wait-screen.tsx';

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
