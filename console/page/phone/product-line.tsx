import type { BasketProduct } from '#schemas';
import { money } from './money.ts';

const errors: Readonly<Record<NonNullable<BasketProduct['error']>, string>> = {
  OUT_OF_STOCK: 'Sold out',
  QUANTITY_TOO_BIG: 'The shop does not have as many',
};

interface ProductLineProps {
  readonly product: BasketProduct;
  readonly currency: string;
  /** What the shopper wants now, before the shop has said what it makes of it. */
  readonly wanted: number | undefined;
  /** A shop may split a product over several lines; only the first can be changed. */
  readonly isFirst: boolean;
  readonly onChange: (by: number) => void;
}

export const ProductLine = ({ product, currency, wanted, isFirst, onChange }: ProductLineProps) => {
  const { name, quantity, unitPrice, linePrice, originalLinePrice, error, policies = [] } = product;
  const ages = policies.map(({ criteria }) => criteria.minAge);
  return (
    <li class={error === undefined ? 'product' : 'product with-error'}>
      <span class="thumb" aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase() ?? '·'}
      </span>
      <span class="product-name">
        {name}
        {ages.map((age) => (
          <span key={age} class="age">
            {age}+
          </span>
        ))}
      </span>
      <span class="product-price">
        {originalLinePrice !== linePrice && (
          <s class="faint small">
            <span class="unseen">before </span>
            {money(originalLinePrice, currency)}
          </s>
        )}{' '}
        {money(linePrice, currency)}
      </span>
      <span class="small soft unit">{money(unitPrice, currency)} each</span>
      <span class="stepper">
        {isFirst && (
          <button
            type="button"
            aria-label={`One less of ${name}`}
            disabled={(wanted ?? quantity) === 0}
            onClick={() => onChange(-1)}
          >
            −
          </button>
        )}
        <output aria-label={`Quantity of ${name}`}>{isFirst ? (wanted ?? quantity) : quantity}</output>
        {isFirst && (
          <button type="button" aria-label={`One more of ${name}`} onClick={() => onChange(1)}>
            +
          </button>
        )}
      </span>
      {error !== undefined && <span class="product-error small">{errors[error]}</span>}
    </li>
  );
};
