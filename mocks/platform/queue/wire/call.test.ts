import { expect, test } from 'vitest';
import { toBody } from '#traffic';
import { readCall } from './call.ts';

const headers = { 'content-type': 'application/x-www-form-urlencoded' };
const read = (form: string) =>
  readCall({ method: 'POST', url: 'http://platform/', headers }, toBody(Buffer.from(form)));

test.each([
  ['asked attributes', `Action=ReceiveMessage${'&AttributeName=a'.repeat(60_000)}`],
  [
    'members of an entry',
    `Action=DeleteMessageBatch${Array.from({ length: 25_000 }, (_, n) => `&DeleteMessageBatchRequestEntry.1.f${n}=`).join('')}`,
  ],
])('a form of very many %s is read in the time its length takes', (_, form) => {
  const before = process.threadCpuUsage();
  read(form);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});

test('members of a list and of entries are gathered', () => {
  const form =
    'Action=A&AttributeName.1=All&AttributeName.2=x&DeleteMessageBatchRequestEntry.1.Id=a&DeleteMessageBatchRequestEntry.1.ReceiptHandle=h&DeleteMessageBatchRequestEntry.2.Id=b';
  expect(read(form).input).toMatchObject({
    AttributeNames: ['All', 'x'],
    Entries: [{ Id: 'a', ReceiptHandle: 'h' }, { Id: 'b' }],
  });
});
