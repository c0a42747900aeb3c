import { controlOpenApi } from '#mocks/platform/control/open-api';
import { asyncApi, openApi } from '#schemas';
import { blocks, code, table, text } from './markdown.ts';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly unknown[];
  readonly 'x-assumed'?: unknown;
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Shape }>> };
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
}
interface Shape {
  readonly $ref?: string;
  readonly oneOf?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, { readonly type?: string; readonly description?: string }>>;
  readonly required?: readonly string[];
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const methods = ['get', 'post', 'put', 'delete'];

const operationsOf = (paths: Paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

const bodyOf = ({ requestBody }: Operation): Shape | undefined => Object.values(requestBody?.content ?? {})[0]?.schema;

const shapeNames = (shape: Shape | undefined): readonly string[] =>
  shape === undefined
    ? []
    : shape.$ref === undefined
      ? [...(shape.oneOf ?? []), ...(shape.anyOf ?? [])].flatMap(shapeNames)
      : [shape.$ref.split('/').at(-1) ?? ''];

/** What merchants, tills and the platform call of each other, as `conformance schema --openapi` has it. */
export const protocolReference = (): string => {
  const operations = operationsOf(openApi()['paths'] as Paths);
  return blocks(
    ...['merchant', 'platform'].map((host) =>
      blocks(
        host === 'merchant' ? '### Hosted by a merchant' : '### Hosted by the platform',
        table(
          ['call', 'body', 'answers'],
          operations
            .filter(({ operation }) => operation.tags?.includes(host))
            .map(({ path, method, operation }) => [
              code(`${method} ${path}`),
              shapeNames(bodyOf(operation)).map(code).join(' '),
              Object.entries(operation.responses ?? {})
                .map(([status, { description = '' }]) => `${status}: ${text(description)}`)
                .join(' '),
            ]),
        ),
      ),
    ),
  );
};

/** The messages of the queue, as `conformance schema --asyncapi` has them. */
export const queueReference = (): string => {
  const { channels } = asyncApi() as unknown as {
    readonly channels: Readonly<
      Record<string, { readonly address: string; readonly description: string; readonly messages: object }>
    >;
  };
  return table(
    ['channel', 'address', 'messages'],
    Object.values(channels).map(({ address, description, messages }) => [
      text(description),
      code(address),
      Object.keys(messages).map(code).join(' '),
    ]),
  );
};

/** The control API, as `/openapi.json` of the control port has it. */
export const controlReference = (): string =>
  blocks(
    ...operationsOf(controlOpenApi().paths as Paths).map(({ path, method, operation }) => {
      const { properties = {}, required = [] } = bodyOf(operation) ?? {};
      const fields = Object.entries(properties);
      return blocks(
        `### ${method} ${text(path)}`,
        `${text(operation.summary ?? '')}.`,
        fields.length === 0
          ? undefined
          : table(
              ['field', 'value', ''],
              fields.map(([name, { type, description }]) => [
                code(name),
                type ?? 'anything',
                text(`${required.includes(name) ? 'Required. ' : ''}${description ?? ''}`),
              ]),
            ),
      );
    }),
  );
