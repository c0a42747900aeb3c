const interesting = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;

/** The first member name that occurs twice in one object of this (valid) JSON text. */
export const duplicateKey = (text: string): string | undefined => {
  const scopes: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of text.matchAll(interesting)) {
    if (token === '{') scopes.push(new Set());
    else if (token === '[') scopes.push(undefined);
    else if (token === '}' || token === ']') scopes.pop();
    else if (isFollowedByColon(text, index + token.length)) {
      const scope = scopes.at(-1);
      const name = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
      if (scope?.has(name) === true) return name;
      scope?.add(name);
    }
  }
  return undefined;
};

const isFollowedByColon = (text: string, from: number): boolean => {
  let at = from;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++;
  return text[at] === ':';
};
