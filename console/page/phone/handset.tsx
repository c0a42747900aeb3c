import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { control, pathOf, Refusal } from '../live/control-api.ts';
import { follow } from '../live/journal.ts';
import { attempt } from '../live/notices.ts';
import { go, href } from '../route.ts';
import { BasketScreen } from './basket-screen.tsx';
import type { Checkout } from '../wire/checkout.ts';
import { EndScreen } from './end-screen.tsx';
import { ScanScreen } from './scan-screen.tsx';
import type { ShopSummary } from './shops.ts';
import { WaitScreen } from './wait-screen.tsx';

interface HandsetProps {
  readonly shop: ShopSummary;
  readonly oaOrderId: string | undefined;
}

/** The shopper's phone: scan, basket, payment, order. */
export const Handset = ({ shop, oaOrderId }: HandsetProps) => {
  const checkout = useSignal<Checkout | undefined>(undefined);
  const gone = useSignal(false);
  useEffect(() => {
    if (oaOrderId === undefined) return undefined;
    const read = () =>
      control<Checkout>('GET', pathOf`/shops/${shop.name}/checkouts/${oaOrderId}`).then(
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
  const tell = (action: string, body: object = {}) =>
    attempt(async () => {
      checkout.value = await control('POST', pathOf`/shops/${shop.name}/checkouts/${oaOrderId ?? ''}/${action}`, body);
    });
  return (
    <div class="handset" role="region" aria-label="Shopper's phone">
      <div class="screen">
        <Screen shop={shop} checkout={checkout.value} isScan={oaOrderId === undefined || gone.value} tell={tell} />
      </div>
    </div>
  );
};

interface ScreenProps {
  readonly shop: ShopSummary;
  readonly checkout: Checkout | undefined;
  readonly isScan: boolean;
  readonly tell: (action: string, body?: object) => Promise<boolean>;
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
