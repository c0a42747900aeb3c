/** A configured URL with parameters added. Its own query is left as written: rewriting it could change its meaning. */
export const withQuery = (url: string, parameters: Readonly<Record<string, string | undefined>>): string => {
  const [base = '', ...rest] = url.split('#', 1)[0]?.split('?') ?? [];
  const given = rest.join('?');
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    // encodeURIComponent also covers + / = of checkpoints, which a form decoder would otherwise read as spaces.
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  const query = [...(given === '' ? [] : [given.replace(/&$/, '')]), ...added].join('&');
  return query === '' ? base : `${base}?${query}`;
};
