import { readFileSync } from 'node:fs';
import type { EjectedTest, Place, Step, Text, Variable } from './ejected-test.ts';

export type EjectLanguage = 'hurl' | 'http' | 'pytest' | 'phpunit' | 'junit';

/** How each thing is said in a language: templates, with names in braces. */
type Language = Readonly<Record<Said, string>> & {
  /** Where a value of JSON is not its own literal. */
  readonly words: Readonly<Record<string, string>>;
  readonly claims: Readonly<Record<EjectedTest['expectation']['is'], string>>;
  readonly quote: keyof typeof quotes;
  /** Of a value that is given, where that is another one. */
  readonly given?: keyof typeof quotes;
  /** Before the first step, where values are not given above all of them. */
  readonly begin?: string;
  /** A variable in an address, where that has to be encoded by hand. */
  readonly inUrl?: string;
  /** Of the keys of an answer. */
  readonly key: keyof typeof quotes;
};
type Said = OfTheFile | OfAText | OfAnAnswer;
type OfTheFile = 'file' | 'open' | 'step' | 'close' | 'give' | 'secret' | 'fresh' | 'gives';
type OfAText = 'plus' | 'variable' | 'header' | 'headers' | 'query' | 'asked' | 'between' | 'encoded';
type OfAnAnswer = 'found' | 'at' | 'end' | 'capture' | 'captures';

const quotes = {
  json: (text: string) => JSON.stringify(text),
  single: (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`,
  plain: (text: string) => text,
  shell: (text: string) => `'${text.replaceAll("'", `'\\''`)}'`,
};

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The text of a test, and the name of its file. */
export const writtenTest = (test: EjectedTest, as: EjectLanguage): { readonly file: string; readonly text: string } => {
  const table = readFileSync(new URL('languages.json', import.meta.url), 'utf8');
  const language = (JSON.parse(table) as Readonly<Record<EjectLanguage, Language>>)[as];
  const { requirement, message, expectation, variables, steps } = test;
  const [quote, key] = [quotes[language.quote], quotes[language.key]];
  const variable = (name: string): string => fill(language.variable, { name });
  const text = (parts: Text): string =>
    parts.map((part) => (typeof part === 'string' ? quote(part) : variable(part.variable))).join(language.plus) ||
    quote('');
  const { inUrl } = language;
  const encoded = (parts: Text): string =>
    inUrl === undefined
      ? fill(language.encoded, { value: text(parts) })
      : parts
          .map((part) => (typeof part === 'string' ? encodeURIComponent(part) : fill(inUrl, { name: part.variable })))
          .join('');
  const found = (place: Place): string => {
    const path = place.map((step) => fill(language.at, { step: typeof step === 'string' ? key(step) : String(step) }));
    return [language.found, ...path, language.end].join('');
  };
  const givenAs = ({ name, kind, value }: Variable): string =>
    fill(kind === 'secret' ? language.secret : language.give, {
      name,
      constant: name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase(),
      value: kind === 'fresh' ? language.fresh : quotes[language.given ?? language.quote](value),
    });
  const base: Variable = { name: 'base', kind: 'recorded', value: test.base };
  const given = [base, ...variables].map(givenAs).join(language.gives);
  const wanted = (): Readonly<Record<string, string>> => {
    if (expectation.is === 'success') return {};
    const where = { found: found(expectation.at), message: JSON.stringify(message) };
    if (expectation.is === 'present') return where;
    if (expectation.is === 'same') return { ...where, wanted: variable(expectation.as), as: expectation.as };
    const value = JSON.stringify(expectation.value);
    return {
      ...where,
      wanted: language.words[value] ?? value,
      wantedJson: quotes.json(value),
      wantedSingle: quotes.single(value),
    };
  };
  const step = ({ title, method, path, query, headers, body, captures }: Step, index: number): string => {
    const asked = query.map(([name, value]) => fill(language.asked, { name: quote(name), value: encoded(value) }));
    const taken = captures.map(({ name, at }) => fill(language.capture, { name, found: found(at) }));
    const claim = index < steps.length - 1 ? language.claims.success : fill(language.claims[expectation.is], wanted());
    return fill(language.step, {
      title,
      begin: index === 0 ? fill(language.begin ?? '', { given }) : '',
      method,
      path: quote(path),
      query: asked.length === 0 ? '' : fill(language.query, { query: asked.join(language.between) }),
      headers: headers
        .map(([name, value]) => fill(language.header, { name: quote(name), value: text(value) }))
        .join(language.headers),
      body: text(body),
      captures: taken.length === 0 ? '' : fill(language.captures, { captures: taken.join('\n') }),
      claim,
      requirement: JSON.stringify(requirement),
    });
  };
  const names = { requirement, message, words: requirement.replaceAll(/\W+/g, '_'), pascal: pascal(requirement) };
  const open = fill(language.open, { ...names, given });
  return {
    file: fill(language.file, names),
    text: `${[open, ...steps.map(step), language.close].join('\n').trimEnd()}\n`,
  };
};

const pascal = (requirement: string): string =>
  requirement.replaceAll(/(?:^|\W+)(\w)/g, (_, letter: string) => letter.toUpperCase());
