import { type JsonObject, objectOf, textIn } from '#mocks/json';
import { onWork } from '#mocks/pos/faults/decorators';
import type { PosFault } from '#mocks/pos/faults/pos-fault';

const noteOf = (payload: JsonObject): string | undefined => {
  const { customerNote } = objectOf(payload['orderContext']);
  return customerNote === undefined ? undefined : textIn(customerNote);
};

/** Which notes a till cannot read, and what becomes of an order with one of them. */
type Row = readonly [title: string, isUnread: (note: string) => boolean, becomes: 'unanswered' | 'rejected'];

const noteFault = ([title, isUnread, becomes]: Row): PosFault => ({
  title,
  breaks: ['submission/texts', ...(becomes === 'unanswered' ? (['queue/delete-after-callback'] as const) : [])],
  decorate: onWork('OrderSubmissionRequested', () => async (command, step) => {
    const note = noteOf(command.payload);
    if (note === undefined || !isUnread(note)) return step(command);
    return becomes === 'rejected' ? { success: false, rejectedItems: [{ reasonCode: 'DELISTED' }] } : undefined;
  }),
});

/** Orders whose notes are free text, as notes are. */
export const noteFaults = {
  'note:outside-ascii': noteFault([
    'says nothing about an order whose note has letters outside ASCII',
    (note) => /[^\0-\x7f]/u.test(note),
    'unanswered',
  ]),
  'note:outside-ascii-rejected': noteFault([
    'rejects an order whose note has letters outside ASCII',
    (note) => /[^\0-\x7f]/u.test(note),
    'rejected',
  ]),
  'note:beyond-basic-plane': noteFault([
    'says nothing about an order whose note has characters of four bytes',
    (note) => /[\u{10000}-\u{10ffff}]/u.test(note),
    'unanswered',
  ]),
  'note:quotes': noteFault([
    'says nothing about an order whose note has a quote or an ampersand',
    (note) => /["'\\&]/u.test(note),
    'unanswered',
  ]),
  'note:line-breaks': noteFault([
    'rejects an order whose note has a line break',
    (note) => /[\r\n]/u.test(note),
    'rejected',
  ]),
  'note:long': noteFault([
    'rejects an order whose note is longer than 255 characters',
    ({ length }) => length > 255,
    'rejected',
  ]),
  'note:cut-in-bytes': noteFault([
    'says nothing about an order whose note it cuts to 60 bytes in the middle of a letter',
    (note) => Buffer.from(note).subarray(0, 60).toString().includes('\ufffd'),
    'unanswered',
  ]),
  'note:empty': noteFault(['says nothing about an order whose note is empty', (note) => note === '', 'unanswered']),
} satisfies Readonly<Record<string, PosFault>>;
