import type { Config, PosTarget } from '#schemas';
import { UsageError } from '../errors.ts';

/** The configured till: without the tax id of its merchant no PIN could be issued for it. */
export const tillTarget = (config: Config, file: string): PosTarget & { readonly merchantTaxId: string } => {
  const { pos = {} } = config;
  const { merchantTaxId } = pos;
  if (merchantTaxId === undefined || merchantTaxId === '') {
    throw new UsageError(`${file}: pos.merchantTaxId is missing. Give the tax id the till activates with.`, {
      key: 'pos.merchantTaxId',
    });
  }
  if (pos.command !== undefined && pos.image !== undefined) {
    throw new UsageError(`${file}: pos.command and pos.image are both given. Give one of them, or neither.`, {
      key: 'pos.image',
    });
  }
  return { ...pos, merchantTaxId };
};
