import { type TriggerName, triggerVariables } from './trigger-variables.ts';

/** What a trigger has to bring about, and what its `result` has to be. */
export const triggerPurposes: Readonly<Record<TriggerName, string>> = {
  createBasket: 'fills a new basket at the shop; result points at its id',
  createShortLivedBasket: 'makes a basket that expires after so many seconds; result points at its id',
  pushBasketChange: 'makes the shop push that basket to the platform (POST to platform.paths.basketChange)',
  changeProduct: 'changes something of that product, such as its price',
  removeProduct: 'takes that product out of the catalogue',
  activatePos: 'activates the till at that platform with that PIN',
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
