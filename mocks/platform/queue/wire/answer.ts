import type { Answer } from '../../calls/answer.ts';
import type { SqsCall } from './call.ts';
import type { WireAttribute, WireMessage } from './receive-message.ts';
import type { BatchResult } from './settle-message.ts';
import type { SqsError } from './sqs-error.ts';

const namespace = 'http://queue.amazonaws.com/doc/2012-11-05/';

export type Output = { readonly Messages?: readonly WireMessage[] } | BatchResult | Record<string, never>;

export const toAnswer = ({ protocol, action }: SqsCall, output: Output, requestId: string): Answer =>
  protocol === 'json'
    ? json(200, output, requestId)
    : xml(
        200,
        `<${action}Response xmlns="${namespace}">${resultXml(action, output)}` +
          `<ResponseMetadata>${element('RequestId', requestId)}</ResponseMetadata></${action}Response>`,
        requestId,
      );

/** JSON clients that were written for the query protocol take the code from x-amzn-query-error, so it carries that one. */
export const toErrorAnswer = (protocol: SqsCall['protocol'], error: SqsError, requestId: string): Answer => {
  const { code, shape, status, queryStatus = status } = error.kind;
  const fault = status >= 500 ? 'Receiver' : 'Sender';
  if (protocol === 'json')
    return json(status, { __type: shape, message: error.message }, requestId, {
      'x-amzn-query-error': `${code};${fault}`,
    });
  const body =
    `<ErrorResponse xmlns="${namespace}"><Error>${element('Type', fault)}${element('Code', code)}` +
    `${element('Message', error.message)}<Detail/></Error>${element('RequestId', requestId)}</ErrorResponse>`;
  return xml(queryStatus, body, requestId);
};

const json = (status: number, body: object, requestId: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': requestId, ...headers },
  text: JSON.stringify(body),
});

const xml = (status: number, body: string, requestId: string): Answer => ({
  status,
  headers: { 'content-type': 'text/xml', 'x-amzn-requestid': requestId },
  text: `<?xml version="1.0"?>${body}`,
});

const resultXml = (action: string, output: Output): string => {
  if ('Successful' in output) {
    const done = output.Successful.map(({ Id }) => `<${action}ResultEntry>${element('Id', Id)}</${action}ResultEntry>`);
    const failed = output.Failed.map(
      (entry) => `<BatchResultErrorEntry>${elements(Object.entries(entry))}</BatchResultErrorEntry>`,
    );
    return `<${action}Result>${[...done, ...failed].join('')}</${action}Result>`;
  }
  if (action === 'ReceiveMessage')
    return `<ReceiveMessageResult>${(output.Messages ?? []).map(messageXml).join('')}</ReceiveMessageResult>`;
  return '';
};

const messageXml = ({ Attributes, MessageAttributes, ...plain }: WireMessage): string => {
  const system = Object.entries(Attributes ?? {}).map(
    ([name, value]) => `<Attribute>${element('Name', name)}${element('Value', value)}</Attribute>`,
  );
  const own = Object.entries(MessageAttributes ?? {}).map(([name, attribute]) => attributeXml(name, attribute));
  return `<Message>${elements(Object.entries(plain))}${system.join('')}${own.join('')}</Message>`;
};

const attributeXml = (name: string, attribute: WireAttribute): string =>
  `<MessageAttribute>${element('Name', name)}<Value>${elements(Object.entries(attribute))}</Value></MessageAttribute>`;

const elements = (entries: readonly (readonly [string, string | boolean | undefined])[]): string =>
  entries.map(([name, value]) => (value === undefined ? '' : element(name, String(value)))).join('');

const element = (name: string, value: string): string => `<${name}>${escapeXml(value)}</${name}>`;

// A carriage return must be a reference: an XML parser turns a plain one into a line feed.
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#xD;',
};
// What XML has no character for, in whatever way: no reference may name it either.
const outsideXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (value: string): string =>
  value.replace(outsideXml, '\uFFFD').replace(/[&<>"'\r]/g, (character) => references[character] ?? character);
