import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Checkout, CheckoutPhase, ControlInput, BasketPriceDiscount } from '#schemas';
import { SecondsLeft } from '../elements/seconds-left.tsx';
import { money } from './money.ts';
import { detailsIn, OrderDetails } from './order-details.tsx';
import { ProductLine } from './product-line.tsx';
import { submitted, type Typed } from '../elements/form-text.ts';

type Action = 'change' | 'confirm' | 'lock' | 'cancel' | 'repeat';
/** What the shopper does; false where it was refused, which has been said. */
export type Tell = <Done extends Action>(
  action: Done,
  wish?: ControlInput<`POST /shops/{name}/checkouts/{oaOrderId}/${Done}`>,
) => Promise<boolean>;

interface BasketScreenProps {
  readonly checkout: Checkout;
  readonly phase: Extract<CheckoutPhase, { readonly name: 'open' | 'recalculating' | 'locking' }>;
  readonly tell: Tell;
}

// Several presses of a stepper are one recalculation.
const settleMs = 350;

/** The basket as a shopper sees it, to change, lock and confirm. */
export const BasketScreen = ({ checkout, phase, tell }: BasketScreenProps) => {
  const { basket, expiresAt, locked, revision } = phase.offer;
  const { currency, basketValue, discounts } = basket.price;
  const wanted = useSignal<Readonly<Record<string, number>>>({});
  const delivery = useSignal(basket.deliveryOptions[0]?.key ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    wanted.value = {};
  }, [revision]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const option = basket.deliveryOptions.find(({ key }) => key === delivery.value) ?? basket.deliveryOptions[0];
  const totals = new Map<string, number>();
  for (const { id, quantity } of basket.products) totals.set(id, (totals.get(id) ?? 0) + quantity);
  const change = (id: string, by: number) => {
    const before = wanted.value[id] ?? totals.get(id) ?? 0;
    wanted.value = { ...wanted.value, [id]: Math.max(0, before + by) };
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void tell('change', { quantities: wanted.value }).then((done) => {
        if (!done) wanted.value = {};
      });
    }, settleMs);
  };
  const isOpen = phase.name === 'open';
  const notice = phase.name === 'open' ? phase.notice : undefined;
  const busy = phase.name === 'recalculating' ? 'Asking the shop…' : phase.name === 'locking' ? 'Locking…' : '';
  return (
    <div class="basket">
      <div class="row spread">
        <h2>Basket</h2>
        <span class="small soft">
          {locked ? 'locked for ' : 'valid for '}
          <SecondsLeft until={expiresAt} />
        </span>
      </div>
      <div aria-live="polite">
        {notice !== undefined && <p class="caution small">{notice.text}</p>}
        {basket.products.length === 0 && <p class="soft">The shop sent an empty basket.</p>}
      </div>
      <ul class="lines">
        {basket.products.map((product, index) => (
          <ProductLine
            key={`${product.id} ${index}`}
            product={product}
            currency={currency}
            wanted={wanted.value[product.id]}
            isFirst={basket.products.findIndex(({ id }) => id === product.id) === index}
            onChange={(by) => change(product.id, by)}
          />
        ))}
      </ul>
      <DiscountList
        discounts={discounts}
        currency={currency}
        onChange={(discountCodes) => void tell('change', { discountCodes })}
      />
      <fieldset class="delivery">
        <legend>Delivery</legend>
        {basket.deliveryOptions.map(({ key, cost, timing }) => (
          <label key={key} class="row">
            <input type="radio" name="delivery" checked={key === option?.key} onChange={() => (delivery.value = key)} />
            <span class="grow">
              {words(key)}
              {timing !== undefined && <span class="small faint"> {timing}</span>}
            </span>
            <span>{cost === 0 ? 'free' : money(cost, currency)}</span>
          </label>
        ))}
        {basket.deliveryOptions.length === 0 && (
          <p class="small soft">The shop offers none, so it cannot be ordered.</p>
        )}
      </fieldset>
      <dl class="totals">
        <div>
          <dt>Basket</dt>
          <dd>{money(basketValue, currency)}</dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>{money(option?.cost ?? 0, currency)}</dd>
        </div>
        <div class="sum">
          <dt>To pay</dt>
          <dd>{money(basketValue + (option?.cost ?? 0), currency)}</dd>
        </div>
      </dl>
      {basket.invoiceAddressMandatory === true && (
        <p class="small soft">The shop asks for an invoice address. Without one of yours the platform makes it up.</p>
      )}
      <form ref={form} onSubmit={(event) => event.preventDefault()}>
        <OrderDetails method={option?.key ?? ''} />
      </form>
      <p class="small soft busy" role="status">
        {busy}
      </p>
      <div class="pay">
        <button type="button" disabled={!isOpen} onClick={() => void tell('cancel')}>
          Leave
        </button>
        <button type="button" disabled={!isOpen} onClick={() => void tell('lock', { revision })}>
          {locked ? 'Lock again' : 'Lock'}
        </button>
        <button
          type="button"
          class="primary"
          disabled={!isOpen || Object.keys(wanted.value).length > 0}
          onClick={() =>
            void tell('confirm', {
              revision,
              ...(option && { deliveryOption: option.key, ...detailsIn(form.current, option.key) }),
            })
          }
        >
          Confirm and pay
        </button>
      </div>
      <p class="small faint mono">order {checkout.oaOrderId.slice(0, 8)}</p>
    </div>
  );
};

/** `CARRIER_A_COURIER`: Carrier A courier. */
const words = (key: string): string => {
  const text = key
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/\bcarrier ([a-z])\b/, (_, letter: string) => `carrier ${letter.toUpperCase()}`);
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\bapm\b/, 'parcel locker');
};

const errors: Readonly<Record<NonNullable<BasketPriceDiscount['error']>, string>> = {
  EXPIRED: 'has expired',
  INVALID: 'is not known',
  NOT_APPLICABLE: 'does not apply to this basket',
  USED: 'was used before',
};

interface DiscountListProps {
  readonly discounts: readonly BasketPriceDiscount[];
  readonly currency: string;
  readonly onChange: (codes: readonly string[]) => void;
}

const DiscountList = ({ discounts, currency, onChange }: DiscountListProps) => {
  const applied = discounts.filter(({ error }) => error === undefined).map(({ code }) => code);
  const add = (text: Typed, form: HTMLFormElement) => {
    const code = text('code');
    form.reset();
    if (code !== '') onChange([...applied, code]);
  };
  return (
    <div class="discounts">
      <ul>
        {discounts.map(({ code, value, error }) => (
          <li key={code} class="row">
            <span class="grow">
              <span class="mono">{code}</span>{' '}
              {error !== undefined && <span class="product-error small">{errors[error]}</span>}
            </span>
            {error === undefined && <span>− {money(value, currency)}</span>}
            {error === undefined && (
              <button
                type="button"
                class="quiet small"
                aria-label={`Remove code ${code}`}
                onClick={() => onChange(applied.filter((each) => each !== code))}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      <form class="code-form" onSubmit={submitted(add)}>
        <input name="code" aria-label="Discount code" placeholder="Discount code" maxLength={36} autocomplete="off" />
        <button type="submit">Use code</button>
      </form>
    </div>
  );
};
