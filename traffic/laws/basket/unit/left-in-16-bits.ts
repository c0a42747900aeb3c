/** What a number of 16 bits holds. */
const range = 2 ** 16;

/** So many different amounts: of one it may be what an offer happens to come to, unless it takes nearly everything off. */
const telling = 2;
const beyondOffers = 16 * range;

/** Amounts that are what 16 bits leave of another. */
export interface LeftIn16Bits {
  /** @returns where it was seen, once that says that it was no accident. */
  readonly see: (whole: number, left: unknown, exchange: number) => readonly number[] | undefined;
}

export const createLeftIn16Bits = (): LeftIn16Bits => {
  let seen: readonly { readonly whole: number; readonly exchange: number }[] = [];
  return {
    see(whole, left, exchange) {
      if (!Number.isSafeInteger(whole) || whole < range || left !== whole % range) return undefined;
      if (seen.some((before) => before.whole === whole)) return undefined;
      seen = [...seen, { whole, exchange }].slice(-telling);
      if (seen.length < telling && whole < beyondOffers) return undefined;
      return seen.map((before) => before.exchange);
    },
  };
};
