/** An amount in 1/100 of a currency, which a shop may name as it likes. */
export const money = (amount: number, currency: string): string => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
      .format(amount / 100)
      .replace(/\u00A0/g, ' ');
  } catch {
    return `${currency} ${(amount / 100).toFixed(2)}`;
  }
};
