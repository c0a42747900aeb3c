import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { isShapeName, nearest, shapeNames, validate } from '#schemas';
import { printableLine } from '#reports/printable';
import { largestBody, toBody } from '#traffic';
import { unknownName, UsageError } from '../../config/usage-error.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import type { Answered } from '../terminal/printer.ts';

/** One payload against one schema: 0 when it holds, 1 with every violation when it does not. */
export const validatePayload = async (
  { shape, file }: CommandArgs['validate'],
  { cwd, printer, input }: CliContext,
): Promise<Answered<'validate-answer'>> => {
  if (!isShapeName(shape)) throw unknownName('schema', shape, nearest(shape, shapeNames), shapeNames);
  const name = file === '-' ? 'Standard input' : file;
  const violations = validate(
    shape,
    await payloadIn(file === '-' ? input : createReadStream(resolve(cwd, file)), name),
  );
  for (const { pointer, message, expected, actual } of violations) {
    const lines = [`${pointer === '' ? '/' : pointer}: ${message}`, `  expected ${expected}`, `  actual   ${actual}`];
    printer.out(lines.map(printableLine).join('\n'));
  }
  const valid = violations.length === 0;
  if (valid) printer.out(`A valid ${shape}.`);
  return {
    code: valid ? exitCodes.conformant : exitCodes.nonConformant,
    answer: {
      valid,
      shape,
      violations: violations.map(({ pointer, message, expected, actual }) => ({ pointer, message, expected, actual })),
    },
  };
};

/** No more than is taken of a body, so that nothing that goes on for ever is read for ever. */
const payloadIn = async (source: AsyncIterable<Uint8Array>, name: string): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of source) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > largestBody) break;
    }
  } catch (error) {
    throw new UsageError(
      `${name} cannot be read (${(error as NodeJS.ErrnoException).code}). Give an existing JSON file, or - for standard input.`,
    );
  }
  if (size > largestBody)
    throw new UsageError(`${name} is larger than ${largestBody / 2 ** 20} MiB, as no body may be.`);
  const { json } = toBody(Buffer.concat(chunks));
  if (json.ok) return json.value;
  throw new UsageError(`${name} is not JSON that can be validated: ${json.reason}.`);
};
