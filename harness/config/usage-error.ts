/** The user asked for something that cannot be: the message says what, where (`key`) and what would be valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly key: string | undefined;

  constructor(message: string, key?: string) {
    super(message);
    this.key = key;
  }
}

/** What is wrong at one key or option, which the message begins with. */
export const misuse = (key: string, why: string): UsageError => new UsageError(`${key}: ${why}`, key);

/** The sentence for a name that is not one of the valid ones. */
export const unknownName = (
  what: string,
  given: string,
  nearest: string | undefined,
  valid?: readonly string[],
): UsageError => {
  const suggestion = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  const choices = valid === undefined ? '' : ` Valid: ${valid.join(', ')}.`;
  return new UsageError(`There is no ${what} "${given}".${suggestion}${choices}`);
};
