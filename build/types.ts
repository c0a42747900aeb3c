/** Writes schemas/types.gen.ts from the JSON Schema files; `--check` only compares. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const folders = ['schemas/wire', 'schemas/run'];
const target = 'schemas/types.gen.ts';

/** One document with every file under $defs, so that a shape used by two files becomes one type. */
const bundle = (): JSONSchema => {
  const definitions: Record<string, unknown> = {};
  const files = folders.flatMap((folder) => readdirSync(folder).map((file) => ({ file, path: `${folder}/${file}` })));
  for (const { file, path } of files.filter(({ file }) => file.endsWith('.json'))) {
    const text = readFileSync(path, 'utf8')
      .replaceAll('"#/$defs/', `"#/definitions/${file}/$defs/`)
      .replaceAll(
        /"\$ref": "([a-z-]+\.json)(#\/[^"]*)?"/g,
        (_, name, rest = '') => `"$ref": "#/definitions/${name}${rest.slice(1)}"`,
      );
    const { $id, $schema, ...schema } = JSON.parse(text) as Record<string, unknown>;
    definitions[file] = schema;
  }
  return { type: 'object', title: 'Everything', definitions } as JSONSchema;
};

export const generate = async (): Promise<string> =>
  await compile(bundle(), 'Everything', {
    bannerComment: '// Generated from schemas/**/*.json by `npm run types`. Do not edit.',
    additionalProperties: false,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120 },
  });

if (import.meta.main) {
  const text = await generate();
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== text) throw new Error(`${target} is out of date: npm run types`);
  } else writeFileSync(target, text);
}
