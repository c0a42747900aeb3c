import { readFileSync } from 'node:fs';
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

type Variable = (typeof triggerVariables)[TriggerName][number];

/** What each has to bring about and what its `result` has to be, and what each variable is replaced by. */
export const { purposes: triggerPurposes, meanings: variableMeanings } = JSON.parse(
  readFileSync(new URL('trigger-texts.json', import.meta.url), 'utf8'),
) as { purposes: Readonly<Record<TriggerName, string>>; meanings: Readonly<Record<Variable, string>> };

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
      throw new UsageError(`${where}: ${key}.http.url: "${url.slice(0, 80)}" is no http:// or https:// address.`, key);
    const unknown = variablesIn(template).find((variable) => !given.includes(variable));
    if (unknown === undefined) continue;
    const meant = nearest(unknown, given);
    const choices =
      given.length === 0 ? 'It has none.' : `It has ${given.map((variable) => `{{${variable}}}`).join(', ')}.`;
    throw new UsageError(
      `${where}: ${key}: {{${unknown}}} is no variable there${meant === undefined ? '.' : `; did you mean {{${meant}}}?`} ${choices}`,
      key,
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
