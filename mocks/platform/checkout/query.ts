/** A merchant's URL with parameters added. Its own query stays as written: rewriting it could change its meaning. */
export const withQuery = (url: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const [address = ''] = url.split('#', 1);
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    // encodeURIComponent also covers + / = of checkpoints, which a form decoder would otherwise read as spaces.
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  if (added.length === 0) return address;
  const separator = !address.includes('?') ? '?' : /[?&]$/u.test(address) ? '' : '&';
  return `${address}${separator}${added.join('&')}`;
};
