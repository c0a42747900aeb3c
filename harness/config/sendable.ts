import { UsageError } from './usage-error.ts';

/**
 * What is pasted or read from a file often ends with a line break, or has the quotes and spaces of a text processor. None of that
 * can be sent, which is told here with its key and its variable. `raw`: the same before variables were replaced.
 */
export const checkSendable = (value: unknown, raw: unknown, where: string, path: readonly string[] = []): void => {
  const refuse = (why: string): never => {
    const key = path.join('.');
    const names = [...String(raw).matchAll(/(?<!\$)\$\{([^}]*)\}/gu)].map(([, name]) => name);
    const from = typeof raw === 'string' && names.length > 0 ? ` (from the environment: ${names.join(', ')})` : '';
    throw new UsageError(`${where}: ${key}${from} ${why}`, key);
  };
  const check = (text: string, what: string, bad: RegExp): void => {
    const [found] = bad.exec(text) ?? [];
    if (found === undefined) return;
    const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    const name = /[\r\n]/u.test(found)
      ? `a line break (${code})`
      : found === '\u00a0'
        ? `a no-break space (${code})`
        : `the character ${code}`;
    refuse(
      `${text.trimEnd().endsWith(found) || !text.endsWith(found) ? 'holds' : 'ends with'} ${name}, which ${what} cannot have. Remove it.`,
    );
  };
  const [holder, name = ''] = path.slice(-2);
  const isHeader = holder === 'headers' && path.length > 1;
  if (isHeader) {
    if (name === '') refuse('is a header without a name. Give it one.');
    check(name, 'the name of a header', notInNames);
    if (unsendable.has(name.toLowerCase())) refuse('belongs to the connection, not to the request. Leave it out.');
  }
  if (typeof value === 'string') {
    check(value, 'a configuration', /[\0\p{Surrogate}]/u);
    if (isHeader || carried.has(name)) check(value, 'a header', /[^\t\x20-\x7e\x80-\x9f\xa1-\xff]/u);
    if (holder === 'eventId' && name === 'header') check(value, 'the name of a header', notInNames);
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      checkSendable(inner, (raw as Readonly<Record<string, unknown>> | undefined)?.[key], where, [...path, key]);
};

const notInNames = /[^!#$%&'*+.^_`|~\dA-Za-z-]/u;
/** What else goes out in a header as it is. */
const carried = new Set(['apiKey', 'accessKeyId']);
const unsendable = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'transfer-encoding',
  'upgrade',
]);
