import type { ControlInput } from '#schemas';

type Details = Pick<
  ControlInput<'POST /shops/{name}/checkouts/{oaOrderId}/confirm'>,
  'billingDetails' | 'deliveryDetails'
>;

const address = ['street', 'streetNo', 'postalCode', 'city', 'country'] as const;
const contact = ['phoneNumber', 'email'] as const;

/** As deliveryDetails has them, by its type. */
const fieldsOf = {
  COURIER: ['firstName', 'lastName', 'companyName', ...address, 'apartmentNo', 'notes', ...contact],
  PICKUP: ['id', 'pointId', 'subType', 'name', ...address, ...contact],
  ELECTRONIC: ['email'],
} as const;
const invoiceFields = ['companyName', 'taxId', ...address, 'notes'] as const;

const typeOf = (key: string): keyof typeof fieldsOf =>
  key === 'ELECTRONIC' ? 'ELECTRONIC' : /_(?:PICKUP|APM)$/u.test(key) ? 'PICKUP' : 'COURIER';

/** What was typed; what is left empty is not sent, and without anything the platform makes it up. */
export const detailsIn = (form: HTMLFormElement | null, method: string): Details => {
  const typed = new FormData(form ?? undefined);
  const filled = (group: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...typed].flatMap(([name, value]) =>
        name.startsWith(group) && typeof value === 'string' && value !== '' ? [[name.slice(group.length), value]] : [],
      ),
    );
  const [delivery, billing] = [filled('delivery.'), filled('billing.')];
  const type = typeOf(method);
  return {
    ...(Object.keys(delivery).length > 0 && { deliveryDetails: { type, method, ...delivery } }),
    ...(Object.keys(billing).length > 0 && { billingDetails: billing }),
  };
};

/** Address, pickup point and invoice, as the chosen delivery needs them. */
export const OrderDetails = ({ method }: { readonly method: string }) => (
  <details>
    <summary>{typeOf(method) === 'PICKUP' ? 'Pickup point and invoice' : 'Address and invoice'}</summary>
    <p class="small soft">Leave all of it empty and the platform makes it up. A field that is empty is not sent.</p>
    {(
      [
        ['Delivery', 'delivery.', fieldsOf[typeOf(method)]],
        ['Invoice', 'billing.', invoiceFields],
      ] as const
    ).map(([legend, group, names]) => (
      <fieldset key={legend} class="stack tight">
        <legend>{legend}</legend>
        {names.map((name) => (
          <label key={name} class="field">
            <span class="mono">{name}</span>
            <input name={`${group}${name}`} autocomplete="off" />
          </label>
        ))}
      </fieldset>
    ))}
  </details>
);
