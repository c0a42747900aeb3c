import { hash } from 'node:crypto';
import type { MessageAttribute, MessageAttributes } from '../fifo/message.ts';

export const md5 = (data: string | Uint8Array): string => hash('md5', data, 'hex');

/**
 * The attributes a receive asked for by name. `All`, `.*` and `*` mean all, `Hel.*` every name that starts with `Hel`;
 * asking for nothing gives nothing, which is the most common integration mistake.
 */
export const askedAttributes = (attributes: MessageAttributes, names: readonly string[]): MessageAttributes => {
  if (names.length === 0) return {};
  if (names.some((name) => name === 'All' || name === '.*' || name === '*')) return attributes;
  const prefixes = names.filter((name) => name.endsWith('.*')).map((name) => name.slice(0, -2));
  const asked = Object.entries(attributes).filter(
    ([name]) => names.includes(name) || prefixes.some((prefix) => name.startsWith(prefix)),
  );
  return Object.fromEntries(asked);
};

/** MD5 as SDKs check it: of the attributes in the answer, by name, each part behind its length. */
export const md5OfAttributes = (attributes: MessageAttributes): string | undefined => {
  const entries = Object.entries(attributes).sort(([left], [right]) => (left < right ? -1 : 1));
  if (entries.length === 0) return undefined;
  return md5(Buffer.concat(entries.flatMap(([name, attribute]) => encodeAttribute(name, attribute))));
};

const encodeAttribute = (name: string, attribute: MessageAttribute): readonly Uint8Array[] => {
  const isBinary = 'binaryValue' in attribute;
  const value = isBinary ? attribute.binaryValue : Buffer.from(attribute.stringValue);
  return [
    ...withLength(Buffer.from(name)),
    ...withLength(Buffer.from(attribute.dataType)),
    Buffer.of(isBinary ? 2 : 1),
    ...withLength(value),
  ];
};

const withLength = (bytes: Uint8Array): readonly Uint8Array[] => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.byteLength);
  return [length, bytes];
};
