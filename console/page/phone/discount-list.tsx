import type { BasketPriceDiscount } from '#schemas';
import { readForm } from '../elements/form-text.ts';
import { money } from './money.ts';

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

export const DiscountList = ({ discounts, currency, onChange }: DiscountListProps) => {
  const applied = discounts.filter(({ error }) => error === undefined).map(({ code }) => code);
  const add = (form: HTMLFormElement) => {
    const code = readForm(form)('code');
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
      <form
        class="code-form"
        onSubmit={(event) => {
          event.preventDefault();
          add(event.currentTarget);
        }}
      >
        <input name="code" aria-label="Discount code" placeholder="Discount code" maxLength={36} autocomplete="off" />
        <button type="submit">Use code</button>
      </form>
    </div>
  );
};
