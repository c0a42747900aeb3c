/** The path tells calls apart and comes first; the host is the same all day. */
export const shortFacts = (facts: string): string => {
  const [, method, host, path] = /^([A-Z]+) (https?:\/\/[^/?]+)(.*)$/.exec(facts) ?? [];
  return method === undefined ? facts : `${method} ${path === '' ? '/' : path}  ${host}`;
};
