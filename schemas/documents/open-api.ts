import {
  type HttpCall,
  merchantCall,
  merchantCallNames,
  pathOf,
  type PathSettings,
  platformCall,
  platformCallNames,
} from '../calls.ts';
import { answeredKinds, eventKinds, events, resultShapeOf } from '../commands.ts';
import { component, componentSchemas } from './components.ts';
import type { JsonSchema } from '../shapes/load.ts';
import type { ShapeName } from '../shapes/names.ts';

/** The HTTP side of the protocol as an OpenAPI 3.1 document: what a merchant hosts, and what the platform hosts. */
export const openApi = (paths: PathSettings = {}): JsonSchema => ({
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
  paths: { ...merchantPaths(), ...platformPaths(paths) },
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

// The merchant configures each address on its own, so that the path here is only a name for it.
const merchantPaths = (): JsonSchema =>
  Object.fromEntries(
    merchantCallNames
      .map(merchantCall)
      // A marked call is the same operation of the document, told by a parameter.
      .filter(({ marked }) => marked === undefined)
      .map(({ address, query = {}, ...call }) => [
        `/${address.slice(0, -'Url'.length)}`,
        {
          servers: [{ url: `{${inSnakeCase(address)}}`, variables: { [inSnakeCase(address)]: hosted } }],
          ...operation(call, {
            tags: ['merchant'],
            parameters: Object.entries(query).map(([name, parameter]) => ({ name, in: 'query', ...parameter })),
          }),
        },
      ]),
  );

const hosted = { default: 'https://shop.example/oa' };
const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

const platformPaths = (settings: PathSettings): JsonSchema => {
  const paths: Record<string, JsonSchema> = {};
  for (const name of platformCallNames) {
    const { configured, ...call } = platformCall(name);
    const path = pathOf(name, settings);
    paths[path] = {
      ...paths[path],
      ...(configured && { 'x-assumed': configured.assumption }),
      ...operation(call, { tags: ['platform'], parameters: parametersIn(path, call) }),
    };
  }
  const path = pathOf('callback').replace('{messageKind}', 'Test');
  return {
    ...paths,
    [path]: operation(answerTest, { tags: ['platform'], parameters: parametersIn(path, answerTest) }),
  };
};

/** The callback to a Test message can be refused for a reason of its own. */
const answerTest: HttpCall = {
  method: 'POST',
  operationId: 'answerTest',
  signed: true,
  request: 'test-callback',
  answers: { '204': { description: 'Accepted.' }, '400': { description: 'The nonce does not match.' } },
};

const parametersIn = (path: string, { request }: HttpCall): readonly JsonSchema[] =>
  [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: {
      type: 'string',
      ...(name === 'messageKind' && { enum: request === 'results' ? answeredKinds : eventKinds }),
    },
  }));

const bodyOf = (request: NonNullable<HttpCall['request']>): JsonSchema => {
  if (request === 'events') return anyOf(eventKinds.map((kind) => events[kind].shape));
  if (request !== 'results') return component(request);
  return anyOf(answeredKinds.filter((kind) => kind !== 'Test').flatMap((kind) => resultShapeOf(kind) ?? []));
};
const anyOf = (shapes: readonly ShapeName[]): JsonSchema => ({ anyOf: shapes.map(component) });

const operation = (
  { method, operationId, description, signed, request, answers }: HttpCall,
  { parameters, ...more }: { readonly parameters: readonly JsonSchema[]; readonly [key: string]: unknown },
): JsonSchema => ({
  [method.toLowerCase()]: {
    ...more,
    ...(signed && { security: [{ posSignature: [] }] }),
    operationId,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(request !== undefined && { requestBody: { required: true, content: json(bodyOf(request)) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { description: said, shape }]) => [
        status,
        { description: said, ...(shape && { content: json(component(shape)) }) },
      ]),
    ),
  },
});
