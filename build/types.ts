/**
 * Writes schemas/shapes/types.gen.ts, types and names, from the JSON Schema files, schemas/control/*.gen.ts from the operations
 * of the control API, and harness/cli/args.gen.ts from the table of commands; `--check` only compares.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { type CommandOption, commandTable, optionsOf } from '../harness/cli/command-table.ts';
import { type ControlField, controlOperations } from '../schemas/control/operations.ts';

const folders = ['answers', 'wire', 'run'];
const banner = '// Generated from schemas/**/*.json by `npm run types`. Do not edit.';

const files = (): readonly { readonly folder: string; readonly file: string }[] =>
  folders.flatMap((folder) =>
    readdirSync(`schemas/${folder}`)
      .filter((file) => file.endsWith('.json'))
      .toSorted()
      .map((file) => ({ folder, file })),
  );

/** One document with every file under definitions, so that a shape used by two files becomes one type. */
const bundle = (): JSONSchema => {
  const definitions: Record<string, unknown> = {};
  for (const { folder, file } of files()) {
    const text = readFileSync(`schemas/${folder}/${file}`, 'utf8')
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

/** The compiler needs one root type and says of each other one who refers to it: neither is of use to a reader. */
const tidy = (text: string): string => {
  const mention = String.raw` \* This interface was referenced by .+\n *\* via the .+\n`;
  return text
    .replaceAll(new RegExp(String.raw`/\*\*\n *${mention} *\*/\n *`, 'g'), '')
    .replaceAll(new RegExp(String.raw` *\*\n *${mention}`, 'g'), '')
    .replace('export interface Everything {}\n', '');
};

const names = (): string => {
  const rows = files().map(({ folder, file }) => {
    const name = file.replace('.json', '');
    return `  ${name.includes('-') ? `'${name}'` : name}: '${folder}',`;
  });
  return `
/** Every JSON Schema file by the name of its shape, and the folder it lies in. */
export const shapeFolders = {
${rows.join('\n')}
} as const;

/** What commands answer with --json, by the names of their shapes. */
export interface AnswerShapes {
${answers().join('\n')}
}
`;
};

const answers = (): readonly string[] =>
  readdirSync('schemas/answers')
    .toSorted()
    .map((file) => {
      const { title } = JSON.parse(readFileSync(`schemas/answers/${file}`, 'utf8')) as { title: string };
      return `  '${file.replace('.json', '')}': ${title};`;
    });

const shapes = async (): Promise<string> =>
  tidy(
    await compile(bundle(), 'Everything', {
      bannerComment: banner,
      additionalProperties: false,
      // A list of at most sixteen would be a union of sixteen tuples.
      maxItems: 4,
      unreachableDefinitions: true,
      style: { singleQuote: true, printWidth: 120 },
    }),
  ) + names();

const controlInputs = (): string => `${banner}

import type { BillingDetails, DeliveryDetails, MerchantSignature } from '../shapes/types.gen.ts';

/** What each operation of the control API takes beside the parameters of its path. */
export interface ControlInputs {
${Object.entries(controlOperations)
  .map(([call, { fields = {} }]) => {
    const members = Object.entries(fields).map(([name, field]) => `${docOf(field)}    ${memberOf(name, field)};\n`);
    return `  '${call}': {${members.length === 0 ? '' : `\n${members.join('')}  `}};`;
  })
  .join('\n')}
}
`;

const controlAnswers = (): string => `${banner}

import type { TipRecipient } from '../shapes/types.gen.ts';
import type { ShapeViolation } from '../validation/violation.ts';
import type { Certifications, RunComparison, RunExchange, RunRow, RunSummary, SetUpCheck } from './certification.ts';
import type { ExchangeDetail, ExchangeSummary, HttpArchive } from './exchanges.ts';
import type { ApiFault, QueueFault } from './faults.ts';
import type { Checkout, KnownCatalogue, ShopSummary, SyncReport } from './shops.ts';
import type { CommandRecord, LocationCredentials, PlatformState, QueueState } from './state.ts';
import type { StreamEntry } from './stream.ts';
import type { CatalogueWalks } from './walks.ts';

/** What each operation of the control API answers, by its method and path; undefined is 204. Server and page both derive from it. */
export interface ControlAnswers {
${Object.entries(controlOperations)
  .map(([call, { answer }]) => `  '${call}': ${answer};`)
  .join('\n')}
}
`;

const docOf = ({ description }: ControlField): string =>
  description === undefined ? '' : `    /** ${description}${description.endsWith('.') ? '' : '.'} */\n`;

const memberOf = (name: string, field: ControlField): string =>
  `readonly ${name}${field.required || field.type === 'any' ? '' : '?'}: ${typeOf(field)}`;

const typeOf = ({ type, tsType, values }: ControlField): string => {
  if (type === 'integer') return 'number';
  if (type === 'any') return 'unknown';
  return values?.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(' | ') ?? tsType ?? type;
};

const commandArgs = (): string => `// Generated from harness/cli/commands.json by \`npm run types\`. Do not edit.

/** What each command is given. */
export interface CommandArgs {
${Object.entries(commandTable)
  .filter(([, { ask }]) => ask === undefined)
  .map(([name, { positionals, options }]) => {
    const members = [...optionsOf(positionals), ...optionsOf(options)]
      .filter(([, { early }]) => !early)
      .map(([key, option]) => `    /** ${option.describe}. */\n    ${argumentOf(key, option)};\n`);
    return `  '${name}': {\n${members.join('')}  };`;
  })
  .join('\n')}
}
`;

const argumentOf = (key: string, { kind, choices, required, conflicts, ...option }: CommandOption): string => {
  const name = key.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const one = choices?.map((choice) => JSON.stringify(choice).replaceAll('"', "'")).join(' | ');
  const type = {
    text: 'string',
    texts: 'readonly string[]',
    number: 'number',
    flag: 'boolean',
    choice: one,
    choices: `readonly (${one})[]`,
  }[kind];
  const isThere = required || option.default !== undefined || (kind === 'flag' && conflicts === undefined);
  return isThere ? `readonly ${name}: ${type}` : `readonly ${name}?: ${type} | undefined`;
};

/** The text of each generated file. */
export const generate = async (): Promise<Readonly<Record<string, string>>> => ({
  'schemas/shapes/types.gen.ts': await shapes(),
  'schemas/control/inputs.gen.ts': controlInputs(),
  'schemas/control/answers.gen.ts': controlAnswers(),
  'harness/cli/args.gen.ts': commandArgs(),
});

if (import.meta.main)
  for (const [target, text] of Object.entries(await generate()))
    if (!process.argv.includes('--check')) writeFileSync(target, text);
    else if (readFileSync(target, 'utf8') !== text) throw new Error(`${target} is out of date: npm run types`);
