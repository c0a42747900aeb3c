import { component, componentSchemas } from './components.ts';
import type { JsonSchema } from './load.ts';
import { commandKinds, eventKinds, eventShapes, resultShapeOf } from './messages.ts';
import type { ShapeName } from './shapes.ts';

/** Paths the specification does not show; the defaults are assumptions. */
export interface OpenPaths {
  readonly basketChange?: string | undefined;
  readonly health?: string | undefined;
  readonly events?: string | undefined;
}

/** The HTTP side of the protocol as an OpenAPI 3.1 document: what a merchant hosts, and what the platform hosts. */
export const openApi = (paths: OpenPaths = {}): JsonSchema => ({
  openapi: '3.1.0',
  info: {
    title: 'Merchant integration service',
    version: 'v1',
    description: 'Generated from the wire schemas. Paths marked x-assumed are not shown in the specification.',
  },
  servers: [{ url: '{base_url}', variables: { base_url: { default: 'https://platform.example' } } }],
  tags: [
    { name: 'merchant', description: 'Hosted by the merchant, called by the platform.' },
    { name: 'platform', description: 'Hosted by the platform, called by a merchant or a POS.' },
  ],
  paths: { ...merchantPaths, ...platformPaths(paths) },
  components: {
    schemas: componentSchemas(),
    securitySchemes: {
      posSignature: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Signature',
        description: 'Signature with the POS credentials. Algorithm and headers are not shown in the specification.',
      },
    },
  },
});

const json = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });
const body = (schema: JsonSchema): JsonSchema => ({ required: true, content: json(schema) });
const answer = (description: string, shape?: ShapeName): JsonSchema =>
  shape === undefined ? { description } : { description, content: json(component(shape)) };
const oneOf = (shapes: readonly ShapeName[]): JsonSchema => ({ anyOf: shapes.map(component) });
const query = (name: string, required: boolean, schema: JsonSchema, description: string): JsonSchema => ({
  name,
  in: 'query',
  required,
  schema,
  description,
});
const inPath = (name: string, schema: JsonSchema = { type: 'string' }): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  schema,
});

// The merchant configures each address on its own, so that the path here is only a name for it.
const hosted = (name: string, methods: JsonSchema): JsonSchema => ({
  servers: [{ url: `{${name}}`, variables: { [name]: { default: 'https://shop.example/oa' } } }],
  ...methods,
});

const merchantPaths: JsonSchema = {
  '/basket': hosted('basket_url', {
    get: {
      tags: ['merchant'],
      operationId: 'retrieveBasket',
      parameters: [query('basketId', true, { type: 'string' }, 'The value of data-basket in the shop frontend.')],
      responses: { '2XX': answer('The basket.', 'basket') },
    },
  }),
  '/recalculate': hosted('recalculate_url', {
    post: {
      tags: ['merchant'],
      operationId: 'recalculateBasket',
      parameters: [query('lock', false, { type: 'boolean' }, 'true locks the basket until its expiresAt.')],
      requestBody: body(component('reduced-basket')),
      responses: { '2XX': answer('The basket, or its available part with error codes.', 'basket') },
    },
  }),
  '/order': hosted('order_url', {
    post: {
      tags: ['merchant'],
      operationId: 'placeOrder',
      description: 'Idempotent on oaOrderId; answered within 8 seconds.',
      requestBody: body(component('order-placement')),
      responses: { '2XX': answer('The confirmation.', 'order-confirmation') },
    },
  }),
  '/catalogue': hosted('catalogue_url', {
    get: {
      tags: ['merchant'],
      operationId: 'readCatalogue',
      parameters: [
        query('checkpoint', false, { type: 'string' }, 'Absent on a full synchronisation.'),
        query('limit', true, { type: 'integer', minimum: 1 }, 'Maximum number of products per page.'),
      ],
      responses: { '2XX': answer('A page.', 'catalogue-page') },
    },
  }),
};

const signed = [{ posSignature: [] }];
const resultShapes = commandKinds
  .filter((kind) => kind !== 'Test')
  .map(resultShapeOf)
  .filter((shape) => shape !== undefined);
const pushed = eventKinds.filter((kind) => kind !== 'ReportPosHealth');

const platformPaths = (paths: OpenPaths): JsonSchema => ({
  [paths.basketChange ?? '/merchant/v1/baskets/change']: {
    'x-assumed': 'assume/basket-change-path',
    post: {
      tags: ['platform'],
      operationId: 'changeBasket',
      requestBody: body(component('basket')),
      responses: {
        '2XX': answer('Confirmed.'),
        '400': answer('InvalidBasketException, MissingDeliveryOptionsException or BasketExpiredException.'),
      },
    },
  },
  '/merchant/v1/pos/activate': {
    post: {
      tags: ['platform'],
      operationId: 'activatePos',
      requestBody: body(component('activate-pos')),
      responses: { '200': answer('Success or failure, told in the body.', 'pos-activation-response') },
    },
  },
  [paths.health ?? '/merchant/v1/pos/health']: {
    'x-assumed': 'assume/health-path-and-interval',
    post: {
      tags: ['platform'],
      operationId: 'reportPosHealth',
      security: signed,
      requestBody: body(component('report-pos-health')),
      responses: { '204': answer('Noted.') },
    },
  },
  [paths.events ?? '/merchant/v1/pos/events/{messageKind}']: {
    'x-assumed': 'assume/event-paths',
    post: {
      tags: ['platform'],
      operationId: 'pushEvent',
      security: signed,
      parameters: [inPath('messageKind', { type: 'string', enum: pushed })],
      requestBody: body(oneOf(pushed.map((kind) => eventShapes[kind]))),
      responses: { '2XX': answer('Accepted.') },
    },
  },
  '/merchant/v1/async/{messageKind}/{messageId}': {
    post: {
      tags: ['platform'],
      operationId: 'sendResult',
      security: signed,
      parameters: [
        inPath('messageKind', {
          type: 'string',
          enum: commandKinds.filter((kind) => resultShapeOf(kind) !== undefined),
        }),
        inPath('messageId'),
      ],
      requestBody: body(oneOf(resultShapes)),
      responses: {
        '204': answer('Accepted, now or before.'),
        '400': answer('Invalid for this kind; the message stays open.'),
        '404': answer('No such message here, or another kind.'),
      },
    },
  },
  '/merchant/v1/async/test': {
    post: {
      tags: ['platform'],
      operationId: 'startTest',
      security: signed,
      responses: {
        '200': answer('A Test message is on its way.', 'test-call-response'),
        '403': answer('Credentials of a non-POS integration.'),
      },
    },
  },
  '/merchant/v1/async/Test/{messageId}': {
    post: {
      tags: ['platform'],
      operationId: 'answerTest',
      security: signed,
      parameters: [inPath('messageId')],
      requestBody: body(component('test-callback')),
      responses: { '204': answer('Accepted.'), '400': answer('The nonce does not match.') },
    },
  },
  '/merchant/v1/tipRecipients': {
    get: {
      tags: ['platform'],
      operationId: 'listTipRecipients',
      security: signed,
      responses: { '200': answer('All of them.', 'tip-recipient-list') },
    },
  },
  '/merchant/v1/tipRecipients/{id}': {
    parameters: [inPath('id')],
    get: {
      tags: ['platform'],
      operationId: 'getTipRecipient',
      security: signed,
      responses: { '200': answer('The tip recipient.', 'tip-recipient'), '404': answer('No such tip recipient.') },
    },
    put: {
      tags: ['platform'],
      operationId: 'putTipRecipient',
      security: signed,
      requestBody: body(component('put-tip-recipient-request')),
      responses: { '2XX': answer('The tip recipient as it is now.', 'link-tip-recipient-response') },
    },
  },
});
