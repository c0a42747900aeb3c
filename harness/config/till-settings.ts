import type { Config, PosTarget } from '#schemas';
import { UsageError } from './usage-error.ts';
import { variablesIn } from './template.ts';

/** The configured till, described under `key`: without the tax id of its merchant no PIN could be issued for it. */
export const tillTarget = (
  config: Config,
  file: string,
  key = 'pos',
): PosTarget & { readonly merchantTaxId: string } => {
  const { pos = {} } = config;
  const { merchantTaxId } = pos;
  if (merchantTaxId === undefined || merchantTaxId === '') {
    throw new UsageError(
      `${file}: ${key}.merchantTaxId is missing. Give the tax id the till activates with.`,
      `${key}.merchantTaxId`,
    );
  }
  if (pos.command !== undefined && pos.image !== undefined) {
    throw new UsageError(
      `${file}: ${key}.command and ${key}.image are both given. Give one of them, or neither.`,
      `${key}.image`,
    );
  }
  return { ...pos, merchantTaxId };
};

/** Whether a till we start is given its PIN as it starts. */
export const activatesItself = ({
  command,
  image,
}: {
  readonly command?: string | undefined;
  readonly image?: string | undefined;
}): boolean => image !== undefined || (command !== undefined && variablesIn(command).includes('pinCode'));

/** Whether the till ends with the process of its command: what these start runs elsewhere. */
export const endsWithCommand = ({ command = 'ssh' }: { readonly command?: string | undefined }): boolean =>
  !/\b(?:docker|podman|nerdctl|kubectl|ssh|systemctl)\b/u.test(command);
