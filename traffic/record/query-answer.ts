/**
 * Answers of the query protocol of SQS, which is XML of one make. Whoever sent it may have meant harm, so that each letter is
 * looked at a bounded number of times.
 */
export interface QueryMessage {
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** The messages of a ReceiveMessageResponse; undefined for anything else. */
export const messagesInXml = (xml: string): readonly QueryMessage[] | undefined =>
  xml.includes('<ReceiveMessageResponse')
    ? elements(xml, 'Message').map((message) => ({
        receiptHandle: text(message, 'ReceiptHandle'),
        body: text(message, 'Body'),
        attributes: new Map(
          elements(message, 'Attribute').map((attribute) => [text(attribute, 'Name'), text(attribute, 'Value')]),
        ),
      }))
    : undefined;

/** The ids of those entries of a batch that were refused. */
export const refusedInXml = (xml: string): readonly string[] =>
  elements(xml, 'BatchResultErrorEntry').map((entry) => text(entry, 'Id'));

/** The name of an error; empty for anything else. */
export const errorCodeInXml = (xml: string): string => text(xml, 'Code');

const elements = (xml: string, name: string): readonly string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.split(`</${name}>`, 1)[0] ?? '');

const text = (xml: string, name: string): string => unescaped(elements(xml, name)[0] ?? '');

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (escaped: string): string =>
  escaped.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,4}));/giu,
    (whole, hex?: string, decimal?: string, name = '') => {
      if (hex === undefined && decimal === undefined) return named[String(name)] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
    },
  );
