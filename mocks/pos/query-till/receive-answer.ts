import type { Delivery } from '../queue/mailbox.ts';

/** The messages in a ReceiveMessageResponse of the query protocol. */
export const readMessages = (xml: string): readonly Delivery[] =>
  [...xml.matchAll(/<Message>(.*?)<\/Message>/gsu)].map(([, message = '']) => {
    const attributes = new Map(
      [...message.matchAll(/<Attribute>\s*<Name>(.*?)<\/Name>\s*<Value>(.*?)<\/Value>\s*<\/Attribute>/gsu)].map(
        ([, name = '', value = '']) => [name, unescapeXml(value)],
      ),
    );
    return {
      receiptHandle: element(message, 'ReceiptHandle'),
      body: element(message, 'Body'),
      groupId: attributes.get('MessageGroupId') ?? '',
      receiveCount: Number(attributes.get('ApproximateReceiveCount') ?? 1),
    };
  });

const element = (xml: string, name: string): string =>
  unescapeXml(new RegExp(`<${name}>(.*?)</${name}>`, 'su').exec(xml)?.[1] ?? '');

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/giu, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return named[String(name)] ?? whole;
  });
