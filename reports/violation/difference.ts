/** A text in three parts, of which the middle one is what differs. */
export interface Marked {
  readonly before: string;
  readonly differing: string;
  readonly after: string;
}

const whole = (text: string): Marked => ({ before: '', differing: '', after: text });
const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_.-]/u.test(character);

/**
 * The smallest differing part of two texts, widened to whole words. Texts that have little in common are two sentences
 * rather than two versions of one, so nothing is marked in them: a mark on almost everything points nowhere.
 */
export const difference = (
  expected: string,
  actual: string,
): { readonly expected: Marked; readonly actual: Marked } => {
  const left = Array.from(expected);
  const right = Array.from(actual);
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  if (expected === actual || (head + tail) * 3 < Math.max(left.length, right.length)) {
    return { expected: whole(expected), actual: whole(actual) };
  }
  while (head > 0 && isWordCharacter(left[head - 1]) && (isWordCharacter(left[head]) || isWordCharacter(right[head]))) {
    head -= 1;
  }
  while (
    tail > 0 &&
    isWordCharacter(left[left.length - tail]) &&
    (isWordCharacter(left[left.length - tail - 1]) || isWordCharacter(right[right.length - tail - 1]))
  ) {
    tail -= 1;
  }
  return { expected: split(left, head, tail), actual: split(right, head, tail) };
};

const split = (characters: readonly string[], head: number, tail: number): Marked => ({
  before: characters.slice(0, head).join(''),
  differing: characters.slice(head, characters.length - tail).join(''),
  after: characters.slice(characters.length - tail).join(''),
});
