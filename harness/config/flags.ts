/** Options as the words of a command line, those of a list one by one; what is not given is left out. */
export const flagsOf = (
  options: Readonly<Record<string, string | number | readonly string[] | undefined>>,
): readonly string[] =>
  Object.entries(options).flatMap(([name, value]) =>
    (value === undefined ? [] : [value].flat()).flatMap((one) => [`--${name}`, String(one)]),
  );
