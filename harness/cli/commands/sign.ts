import { resolve } from 'node:path';
import { callHeaders } from '../../client/call-headers.ts';
import { signatureHeaders } from '../../client/signed-call.ts';
import { readConfig } from '../../config/read.ts';
import { checkSignatures, merchantSignature } from '../../config/signatures.ts';
import { readGivenFile } from '../../config/text-file.ts';
import { UsageError } from '../../config/usage-error.ts';
import { exitCodes } from '../../verdicts/exit-codes.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';

/** `conformance sign`: the headers of one call to a shop, one to a line, as `curl -H @-` takes them. `now`: epoch ms. */
export const signCall = async (
  args: CommandArgs['sign'],
  { cwd, env, printer }: CliContext,
  now: number,
): Promise<number> => {
  const loaded = readConfig({ file: args.config, cwd, env });
  await checkSignatures(loaded.config, loaded.file);
  const signature = await merchantSignature(loaded.config, () => now);
  if (signature === undefined)
    throw new UsageError(`${loaded.file}: merchant.signature is not set, so no call is signed.`, 'merchant.signature');
  if (!URL.canParse(args.url)) throw new UsageError(`"${args.url}" is not an address. Give a whole URL.`);
  const method = args.method.toUpperCase();
  const body =
    args.file === undefined
      ? undefined
      : readGivenFile(resolve(cwd, args.file), args.file, ' Give the file with the body.');
  const headers = callHeaders(loaded.config.merchant?.headers, { hasBody: body !== undefined });
  const call = {
    method: method as 'GET' | 'POST',
    url: args.url,
    headers,
    timeoutMs: 0,
    ...(body !== undefined && { body }),
  };
  const signed = { ...headers, ...(await signatureHeaders(call, signature)) };
  printer.out(
    Object.entries(signed)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  );
  return exitCodes.conformant;
};
