/** As long as anybody types. */
const longest = 90;

/**
 * The stable id of what went wrong: of the words a check has for its cause, else of the first clause of its message. Two targets
 * that are wrong in the same way have the same one, so it holds no value of theirs: of a status its class, of a place no index.
 */
export const causeId = ({ cause, message }: { readonly cause?: string; readonly message?: string }): string => {
  const words = cause ?? clauseOf(message ?? '');
  const known = ids.get(words);
  if (known !== undefined) return known;
  const id = slugOf(words);
  if (ids.size < mostIds && words.length < 200) ids.set(words, id);
  return id;
};

// A walk of a catalogue finds the same thousands of times.
const ids = new Map<string, string>();
const mostIds = 1000;

/** Quotes and numbers are what the target said. */
const clauseOf = (message: string): string => {
  const [clause = ''] = message.slice(0, 2000).split(/[.:;]\s/u);
  return withoutStatus(clause).replaceAll(/"[^"]*"|\b[\d.]+\b/gu, ' ');
};

const slugOf = (words: string): string => {
  const slug = withoutStatus(words)
    .replaceAll(/\/\d+(?=[/ ]|$)/gu, '/')
    .replaceAll(/([a-z\d])([A-Z])/gu, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, '-');
  const whole = slug.replaceAll(/^-|-$/gu, '');
  if (whole.length <= longest) return whole === '' ? 'unnamed' : whole;
  return whole
    .slice(0, longest + 1)
    .replace(/-[^-]*$/u, '')
    .slice(0, longest);
};

const withoutStatus = (text: string): string => text.replaceAll(/\b([1-5])\d\d\b/gu, '$1xx');
