import { pathOf } from '../calls.ts';
import { answeredKinds, type CommandKind, commandKinds, commands, resultShapeOf } from '../commands.ts';
import { component, componentSchemas } from './components.ts';
import type { JsonSchema } from '../shapes/load.ts';

/** The queue as an AsyncAPI 3 document, from the side of the POS: the commands it receives and where it answers them. */
export const asyncApi = (): JsonSchema => ({
  asyncapi: '3.0.0',
  info: {
    title: 'POS commands',
    version: 'v1',
    description: 'Generated from the wire schemas. The queue is an SQS-compatible FIFO queue, one per location.',
  },
  defaultContentType: 'application/json',
  channels: {
    commands: {
      address: '{queueUrl}',
      description:
        'Ordered within a message group, delivered at least once; a received message stays hidden for 30 seconds.',
      parameters: { queueUrl: { description: 'From the queueConfiguration of the activation.' } },
      messages: Object.fromEntries(commandKinds.map((kind) => [kind, { $ref: `#/components/messages/${kind}` }])),
    },
    ...Object.fromEntries(
      answeredKinds.map((kind) => [
        `${kind}Result`,
        {
          address: pathOf('callback').replace('{messageKind}', kind),
          description: `Signed HTTP callback that answers ${kind}.`,
          parameters: { messageId: { description: 'Of the message answered.' } },
          messages: { result: { $ref: `#/components/messages/${kind}Result` } },
        },
      ]),
    ),
  },
  operations: Object.fromEntries(
    commandKinds.map((kind) => [
      `receive${kind}`,
      {
        action: 'receive',
        channel: { $ref: '#/channels/commands' },
        messages: [{ $ref: `#/channels/commands/messages/${kind}` }],
        ...(resultShapeOf(kind) === undefined ? {} : { reply: { channel: { $ref: `#/channels/${kind}Result` } } }),
      },
    ]),
  ),
  components: {
    schemas: componentSchemas(),
    messages: Object.fromEntries([...commandKinds.map(command), ...answeredKinds.map(result)]),
  },
});

const command = (kind: CommandKind): readonly [string, JsonSchema] => [
  kind,
  {
    name: kind,
    headers: {
      type: 'object',
      description: 'Queue message attributes.',
      properties: { messageKind: { const: kind }, messageId: { type: 'string' } },
      required: ['messageKind', 'messageId'],
    },
    payload: {
      allOf: [
        component('queue-envelope'),
        {
          type: 'object',
          properties: { messageKind: { const: kind }, payload: component(commands[kind].payload) },
        },
      ],
    },
  },
];

const result = (kind: CommandKind): readonly [string, JsonSchema] => {
  const shape = resultShapeOf(kind);
  return [`${kind}Result`, { name: kind, ...(shape === undefined ? {} : { payload: component(shape) }) }];
};
