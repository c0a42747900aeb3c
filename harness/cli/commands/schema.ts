import { asyncApi, isShapeName, nearest, openApi, schemaOf, shapeNames } from '#schemas';
import { configSchema } from '../../config/config-schema.ts';
import { unknownName } from '../../config/usage-error.ts';
import type { CliContext } from '../cli-context.ts';

export interface SchemaArgs {
  readonly name?: string | undefined;
  readonly openapi?: boolean | undefined;
  readonly asyncapi?: boolean | undefined;
}

export const printSchema = ({ name, openapi, asyncapi }: SchemaArgs, { printer }: CliContext): number => {
  const json = (document: unknown): void => printer.out(JSON.stringify(document, null, 2));
  if (openapi === true) json(openApi());
  else if (asyncapi === true) json(asyncApi());
  else if (name === undefined) printer.out(shapeNames.join('\n'));
  else if (isShapeName(name)) json(name === 'config' ? configSchema() : schemaOf(name));
  else throw unknownName('schema', name, nearest(name, shapeNames), shapeNames);
  return 0;
};
