import { expect, test } from 'vitest';
import { toAnswer, toErrorAnswer } from './answer.ts';
import { SqsError } from './sqs-error.ts';

test('XML is well-formed whatever attributes and messages hold', () => {
  const odd = 'a\u0000\u0008\u001F\uD800\uFFFE<&>"\'\r\u0085ż🍵';
  const message = {
    MessageId: 'm',
    ReceiptHandle: 'r',
    MD5OfBody: '0',
    Body: odd,
    Attributes: { [odd]: odd },
    MessageAttributes: { [odd]: { DataType: 'String', StringValue: odd } },
  };
  const call = { protocol: 'query', action: 'ReceiveMessage', input: {} } as const;
  const texts = [
    toAnswer(call, { Messages: [message] } as never, 'id').text,
    toErrorAnswer('query', new SqsError('InvalidParameterValue', odd), 'id').text,
  ];
  for (const text of texts) {
    expect(text).toContain('a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD&lt;&amp;&gt;&quot;&apos;&#xD;\u0085ż🍵');
    // oxlint-disable-next-line no-control-regex -- what XML 1.0 has no character for
    expect(text).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
    expect(text.isWellFormed()).toBe(true);
  }
});
