/** What each trigger is given, as the `{{name}}` its template may use. */
export const triggerVariables = {
  createBasket: ['lines', 'discountCodes', 'loggedUser'],
  createShortLivedBasket: ['seconds'],
  pushBasketChange: ['basketId', 'platformUrl'],
  changeProduct: ['productId'],
  removeProduct: ['productId'],
  activatePos: ['platformUrl', 'merchantTaxId', 'pinCode'],
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
