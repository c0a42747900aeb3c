/** What a row of a kind holds at the least; a kind that ends in a slash goes on with a name. */
const members: Readonly<Record<string, readonly string[]>> = {
  merchant: ['merchantId', 'merchantTaxId'],
  location: ['merchantId', 'integrationProfileId', 'kind'],
  pin: ['location', 'expiresAt'],
  'api-credentials': ['apiKey', 'secret', 'location'],
  'queue-credentials': ['accessKeyId', 'secretAccessKey', 'location'],
  shop: [],
  schedule: ['everyMs', 'fullEveryMs'],
  'command/': ['envelope', 'groupId', 'sentAt'],
  'tip-recipient/': ['id', 'externalTipRecipientId', 'phoneNumber', 'displayName'],
  'availability/': [],
  'checkout/': ['oaOrderId', 'basketId', 'phase'],
  'product/': ['id'],
  'queue-message/': ['messageId', 'groupId', 'sequence', 'sentAt', 'body', 'attributes'],
  'queue-delivery/': ['receiveCount', 'visibleAt'],
  'queue-life/': ['number', 'key'],
};

/** What is text wherever it is there. */
const texts: Readonly<Record<string, readonly string[]>> = {
  shop: ['basketUrl', 'recalculateUrl', 'orderUrl', 'catalogueUrl'],
};

const quoted = (text: string): string => `'${text}'`;

const holds = Object.entries(members).map(([kind, names]) => {
  const isOfKind = kind.endsWith('/') ? `kind GLOB ${quoted(`${kind}*`)}` : `kind = ${quoted(kind)}`;
  const isThere = names.map((name) => `json_type(value, ${quoted(`$.${name}`)}) IS NOT NULL`);
  const isText = (texts[kind] ?? []).map(
    (name) => `coalesce(json_type(value, ${quoted(`$.${name}`)}), 'text') = 'text'`,
  );
  return `WHEN ${isOfKind} THEN ${["json_type(value) = 'object'", ...isThere, ...isText].join(' AND ')}`;
});

/** Selects a row that holds something else than was written, for whatever reason. */
export const badRow = `
  SELECT kind, id FROM entity
  WHERE CASE WHEN NOT json_valid(value) THEN 1 ELSE NOT CASE ${holds.join(' ')} ELSE 1 END END
  LIMIT 1`;
