import { useSignal } from '@preact/signals';
import type { CommandRecord, LocationState } from '#schemas';
import type { CommandKind } from '#schemas/commands.ts';
import { attempt, control } from '../live/control-api.ts';
import { refreshPlatform } from '../live/platform.ts';
import { href } from '../route.ts';
import { Outcome } from './command-list.tsx';

type Json = Readonly<Record<string, unknown>>;

const object = (value: unknown): Json => Object(value);

interface Act {
  readonly label: string;
  readonly kind: CommandKind;
  /** What of the sample is otherwise, for whoever sits at this table. */
  readonly change: (payload: Json, at: { table: string; listingId: string; updatedAt: unknown }) => Json;
  readonly needs?: keyof typeof needed;
}

const needed = { menu: 'Read the menu first', bill: 'Ask for the bill first' } as const;

const station = (stationId: string) => ({ orderContext: { type: 'STATION', stationId, stationKind: 'TABLE' } });

/** What a guest does. A sample has bill and amount from what the till itself answered last. */
const acts: readonly Act[] = [
  { label: 'Scan the table', kind: 'TableOrderSnapshotRequested', change: (_, { table }) => ({ tableId: table }) },
  { label: 'Read the menu', kind: 'ProductListingsSyncRequested', change: () => ({ checkpoint: null }) },
  {
    label: 'Order something',
    kind: 'OrderSubmissionRequested',
    change: (_, { table, listingId }) => ({ ...station(table), items: [{ listingId, quantity: 1 }] }),
    needs: 'menu',
  },
  {
    label: 'Ask for the bill',
    kind: 'BillPreparationRequested',
    change: (_, { table, updatedAt }) => ({ ...station(table), checkpoint: updatedAt }),
  },
  { label: 'Pay', kind: 'BillPaymentCompleted', change: () => ({}), needs: 'bill' },
  {
    label: 'Pay too little',
    kind: 'BillPaymentCompleted',
    change(payload) {
      const payment = object(payload['payment']);
      const { value, ...amount } = object(payment['amount']);
      return { payment: { ...payment, amount: { ...amount, value: Number(value) - 1 } } };
    },
    needs: 'bill',
  },
  { label: 'Pay another bill', kind: 'BillPaymentCompleted', change: () => ({ posBillId: 'no-such-bill' }) },
  { label: 'Let the payment fail', kind: 'BillPaymentFailed', change: () => ({}), needs: 'bill' },
];

export const GuestPhone = ({ location }: { readonly location: LocationState }) => {
  const { integrationProfileId, commands, tipRecipients } = location;
  const table = useSignal(tableIn(commands.findLast((command) => tableIn(command) !== undefined)) ?? 'T1');
  const shown = useSignal<string | undefined>(undefined);
  const command = commands.find(({ envelope }) => envelope.messageId === shown.value);
  const menu = menuIn(
    commands.findLast(({ envelope, result }) => envelope.messageKind === menuKind && result !== undefined),
  );
  const listing = useSignal<string | undefined>(undefined);
  const listingId = listing.value ?? menu[0]?.id ?? '';
  const answers = commands.filter((each) => tableIn(each) === table.value).map(({ result }) => object(result));
  const updatedAt = answers.findLast((each) => 'tableOrderSnapshot' in each)?.['tableOrderSnapshot'];
  const bill = answers.findLast((each) => 'bill' in each);
  const lacks = ({ needs }: Act): boolean =>
    (needs === 'menu' && menu.length === 0) || (needs === 'bill' && bill === undefined);
  const tipId = textsIn(bill?.['tipRecipientId'])[0];
  const tip = tipRecipients.find((each) => each.externalTipRecipientId === tipId);
  const act = ({ kind, change }: Act) =>
    attempt(async () => {
      // Of these seeds a sample is for a table.
      const seed = commands.length * 4;
      const sample = await control('GET /samples/{messageKind}', { messageKind: kind, integrationProfileId, seed });
      const at = { table: table.value, listingId, updatedAt: object(updatedAt)['updatedAt'] };
      const { messageId } = await control('POST /locations/{integrationProfileId}/commands', {
        integrationProfileId,
        messageKind: kind,
        payload: { ...sample.payload, ...change(object(sample.payload), at) },
      });
      shown.value = messageId;
      await refreshPlatform();
    });
  return (
    <section class="card stack" aria-label="Guest's phone">
      <h2>Guest's phone</h2>
      <label class="field">
        <span>Table, as its code names it</span>
        <input value={table.value} onInput={({ currentTarget }) => (table.value = currentTarget.value)} />
      </label>
      {menu.length > 0 && (
        <label class="field">
          <span>From the menu</span>
          <select value={listingId} onChange={({ currentTarget }) => (listing.value = currentTarget.value)}>
            {menu.map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="row" role="group" aria-label="What the guest does">
        {acts.map((each) => (
          <button
            key={each.label}
            type="button"
            disabled={table.value === '' || lacks(each)}
            title={each.needs !== undefined && lacks(each) ? needed[each.needs] : each.kind}
            onClick={() => void act(each)}
          >
            {each.label}
          </button>
        ))}
      </div>
      {tipId !== undefined && (
        <p class="small">
          A tip goes to <code>{tipId}</code>:{' '}
          {tip === undefined ? 'the till has not linked this recipient.' : `${tip.displayName}, ${tip.linkStatus}.`}
        </p>
      )}
      {command !== undefined && (
        <p class="small" role="status" aria-label={`Answer ${commands.indexOf(command) + 1}`}>
          <Outcome location={location} command={command} />{' '}
          <a href={href('till', [integrationProfileId, command.envelope.messageId])}>What happened</a>
        </p>
      )}
    </section>
  );
};

const menuKind = 'ProductListingsSyncRequested';

/** The shape of a listing is not finalised: its id is the member that is called so, or the first text. */
const menuIn = (command: CommandRecord | undefined) => {
  const { listings } = object(command?.result);
  return (Array.isArray(listings) ? listings : []).flatMap((listing: unknown) => {
    const texts = textsIn(listing);
    const id = object(listing)['listingId'] ?? object(listing)['id'] ?? texts[0];
    return typeof id === 'string' ? [{ id, words: [...new Set([id, ...texts])].join(' · ').slice(0, 60) }] : [];
  });
};

const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);

const tableIn = (command: CommandRecord | undefined): string | undefined => {
  const { tableId, orderContext } = object(command?.envelope.payload);
  const id = tableId ?? object(orderContext)['stationId'];
  return typeof id === 'string' ? id : undefined;
};
