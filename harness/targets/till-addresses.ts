import type { Trigger } from '#schemas';

/** Where the ports of a container we started are reached, by their numbers inside; filled once it has started. */
export type TillAddresses = Map<number, string>;

const placeholder = /\{\{\s*till\.(\d+)\s*\}\}/g;

/** The text with `{{till.8000}}` replaced by the address of that port. */
export const atAddresses = (text: string, addresses: TillAddresses): string =>
  text.replaceAll(placeholder, (whole, port: string) => addresses.get(Number(port)) ?? whole);

/** The same in all of a trigger. */
export const triggerAt = (trigger: Trigger, addresses: TillAddresses): Trigger =>
  addresses.size === 0 ? trigger : (JSON.parse(atAddresses(JSON.stringify(trigger), addresses)) as Trigger);
