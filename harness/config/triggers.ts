import { type Config, nearest, type Trigger } from '#schemas';
import { variablesIn } from './template.ts';
import { UsageError } from './usage-error.ts';

/** What each trigger is given, as the `{{name}}` its template may use. */
export const triggerVariables = {
  createBasket: ['lines', 'discountCodes', 'loggedUser'],
  createShortLivedBasket: ['seconds'],
  pushBasketChange: ['basketId', 'platformUrl'],
  changeProduct: ['productId'],
  removeProduct: ['productId'],
  cancelOrder: ['shopOrderId', 'oaOrderId'],
  activatePos: ['platformUrl', 'merchantTaxId', 'pinCode'],
  restartTill: [],
  testRoundTrip: [],
  setLocation: ['open', 'reasonCode', 'effectiveAt'],
  setOrderType: ['orderType', 'state', 'reasonCode', 'effectiveUntil'],
  changeListing: ['listingId', 'change'],
  changeTable: ['tableId', 'changeType'],
  putTipRecipient: ['id', 'phoneNumber', 'displayName'],
  listTipRecipients: [],
  getTipRecipient: ['id'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type TriggerName = keyof typeof triggerVariables;
export const triggerNames = Object.keys(triggerVariables) as readonly TriggerName[];

/** What a trigger has to bring about, and what its `result` has to be. */
export const triggerPurposes: Readonly<Record<TriggerName, string>> = {
  createBasket: 'fills a new basket at the shop; result points at its id',
  createShortLivedBasket: 'makes a basket that expires after so many seconds; result points at its id',
  pushBasketChange: 'makes the shop push that basket to the platform (POST to platform.paths.basketChange)',
  changeProduct: 'changes something of that product, such as its price',
  removeProduct: 'takes that product out of the catalogue',
  cancelOrder: 'cancels that order of the run, after its last scenario; whatever it answers is not judged',
  activatePos: 'activates the till at that platform with that PIN',
  restartTill:
    'kills the till in the middle of its work (SIGKILL) and starts it again with its data; not needed with pos.command',
  testRoundTrip: 'makes the till ask for a test message',
  setLocation: 'opens or closes the location at the till',
  setOrderType: 'makes the till report that order type as such',
  changeListing: 'changes that listing at the till, such as its price',
  changeTable: 'changes something at that table, as staff would',
  putTipRecipient: 'makes the till register or change that tip recipient',
  listTipRecipients: 'makes the till ask for all tip recipients',
  getTipRecipient: 'makes the till ask for that tip recipient',
};

type Variable = (typeof triggerVariables)[TriggerName][number];

/** What a variable is replaced by. */
export const variableMeanings: Readonly<Record<Variable, string>> = {
  lines: '[{"variantId":"v1","quantity":2}], what is to be in the basket',
  discountCodes: '["OK10"], the codes that are to be in it',
  loggedUser: 'the id of a user, made up by us, or nothing',
  seconds: 'a whole number',
  basketId: 'the id of a basket of the shop',
  platformUrl: 'where our platform listens, such as http://127.0.0.1:8080',
  productId: 'the id of a product of the catalogue',
  shopOrderId: 'the id that the shop gave to the order',
  oaOrderId: 'the id that the order was placed under',
  merchantTaxId: 'pos.merchantTaxId',
  pinCode: 'a PIN just issued, such as 123456',
  open: 'true or false',
  reasonCode: 'why, as the specification has it, or nothing',
  effectiveAt: 'a time, or nothing',
  effectiveUntil: 'a time, or nothing',
  orderType: 'STATION, PICKUP, DELIVERY …',
  state: 'the state it is to be in, such as PAUSED',
  listingId: 'the id of a listing of the till',
  change: 'price, stock, availability or name',
  tableId: 'one of pos.fixtures.tables',
  changeType: 'what is to happen there, such as POS_LINE_ADDED',
  id: 'the id of a tip recipient',
  phoneNumber: 'a phone number',
  displayName: 'a name',
};

/** A trigger with its variables, for people. */
export const triggerFacts = (name: TriggerName): readonly (readonly [string, string])[] => [
  ['key', `triggers.${name}`],
  ['what', triggerPurposes[name]],
  ['given as', '{ http: { method, url, headers, body } }, { command } or { manual }, and result and timeout beside it'],
  ...triggerVariables[name].map((variable) => [`{{${variable}}}`, variableMeanings[variable]] as const),
];

/** What a till we start is told. */
const commandVariables = ['platformUrl', 'merchantTaxId', 'pinCode'];

interface Template {
  readonly key: string;
  readonly template: unknown;
  readonly given: readonly string[];
}

/** A misspelt variable would silently be sent as nothing, so it is refused before the run. */
export const checkTriggerTemplates = (config: Config, where: string): void => {
  for (const { key, template, given } of templatesIn(config)) {
    const { url = 'http:' } = (template as Trigger | undefined)?.http ?? {};
    if (/^\s*(?!https?:)[a-z][a-z\d+.-]*:/iu.test(url))
      throw new UsageError(`${where}: ${key}.http.url: "${url.slice(0, 80)}" is no http:// or https:// address.`, {
        key,
      });
    const unknown = variablesIn(template).find((variable) => !given.includes(variable));
    if (unknown === undefined) continue;
    const meant = nearest(unknown, given);
    const choices =
      given.length === 0 ? 'It has none.' : `It has ${given.map((variable) => `{{${variable}}}`).join(', ')}.`;
    throw new UsageError(
      `${where}: ${key}: {{${unknown}}} is no variable there${meant === undefined ? '.' : `; did you mean {{${meant}}}?`} ${choices}`,
      { key },
    );
  }
};

const templatesIn = ({ triggers, pos = {} }: Config): readonly Template[] => {
  const places = [
    { at: '', command: pos.command, ports: pos.ports, triggers },
    ...(pos.tills ?? []).map((till, index) => ({ ...till, at: `pos.tills[${index}].` })),
  ];
  return places.flatMap(({ at, command, ports = pos.ports ?? [], triggers: table }) => [
    { key: `${at || 'pos.'}command`, template: command, given: commandVariables },
    ...triggerNames.map((name) => ({
      key: `${at}triggers.${name}`,
      template: table?.[name],
      given: [...triggerVariables[name], ...ports.map((port) => `till.${port}`)],
    })),
  ]);
};
