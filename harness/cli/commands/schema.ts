import { asyncApi, isShapeName, nearest, openApi, schemaOf, shapeNames } from '#schemas';
import { configSchema } from '../../config/config-schema.ts';
import { unknownName } from '../../config/usage-error.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';

export const printSchema = ({ name, openapi, asyncapi }: CommandArgs['schema'], { printer }: CliContext): number => {
  const json = (document: unknown): void => printer.out(JSON.stringify(document, null, 2));
  if (openapi === true) json(openApi());
  else if (asyncapi === true) json(asyncApi());
  else if (name === undefined) printer.out(shapeNames.join('\n'));
  else if (isShapeName(name)) json(name === 'config' ? configSchema() : schemaOf(name));
  else throw unknownName('schema', name, nearest(name, shapeNames), shapeNames);
  return 0;
};
