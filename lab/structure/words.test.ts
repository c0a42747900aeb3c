import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Text {
  readonly file: string;
  readonly text: string;
}

const wordsIn = (text: string): number => text.split(/\s+/u).length;

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return value instanceof Object ? Object.values(value).flatMap(stringsIn) : [];
};

/** Advice, causes, costs and requirements, as people read them beside a failure. */
const tables: readonly Text[] = globSync('schemas/{advice,causes,requirements}/**/*.json').flatMap((file) =>
  stringsIn(JSON.parse(readFileSync(file, 'utf8')))
    .filter((text) => text.includes(' '))
    .map((text) => ({ file, text })),
);

/** Paragraphs and items of lists, without code and tables. */
const pages: readonly Text[] = globSync(['README.md', 'docs/*.md', 'docs/tutorials/*.md']).flatMap((file) =>
  readFileSync(file, 'utf8')
    .replaceAll(/```.*?```/gsu, '')
    .replaceAll(/^\|.*$/gmu, '')
    .split(/\n\s*\n|\n- /u)
    .map((text) => ({ file, text: text.replaceAll(/\s+/gu, ' ').trim() })),
);

/** What a run prints: literals of the scenarios and laws. Their causes have rows of their own in the tables. */
const reasons: readonly Text[] = globSync('{scenarios,traffic/laws,harness,reports}/**/*.ts')
  .filter((file) => !/\.(?:test|fixture)\./u.test(file))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<=\W)(['`])(?<text>(?:(?!\1)[^\\\n]){12,})\1/gu)]
      .map(({ groups }) => groups?.['text'] ?? '')
      .filter((text) => wordsIn(text) > 6)
      .map((text) => ({ file, text })),
  );

const sentencesOf = ({ file, text }: Text): readonly Text[] =>
  text
    .replaceAll(/`[^`]*`/gu, 'code')
    .split(/(?<=[.?!:;])\s+/u)
    .map((sentence) => ({ file, text: sentence }));
const longer = (texts: readonly Text[], most: number): readonly string[] =>
  texts.filter(({ text }) => wordsIn(text) > most).map(({ file, text }) => `${file}: ${text}`);

test('sentences beside a failure have at most 28 words, those of the documentation 30, and a paragraph 60', () => {
  expect(longer(tables.flatMap(sentencesOf), 28)).toEqual([]);
  expect(longer(pages.flatMap(sentencesOf), 30)).toEqual([]);
  expect(longer(pages, 60)).toEqual([]);
});

/** Turns that readers stumbled over, with the plain word for each. */
const turns: readonly (readonly [turn: RegExp, instead: string])[] = [
  [/\bsays? no\b(?! success)/iu, 'fails'],
  [/\bsays? nothing\b/iu, 'is not judged'],
  [/\b(?:told|tells) of\b/iu, 'reports'],
  [/\bwhose\b/iu, 'with, of'],
  [/\ball the same\b/iu, 'anyway'],
  [/\bwhat there is\b/iu, 'the stock'],
  [/\bcan(?:not)? be had\b/iu, 'is available'],
  [/\bnobody knows\b/iu, 'unknown'],
  [/\bmakes of\b/iu, 'answers'],
  [/\bis about$/iu, '(see ID)'],
  [/\ba shop (?:of which|that has none|without codes) says\b/iu, 'if …, set …'],
  [/\banew\b.*\bas it\b/iu, 'again'],
];

test('no text says a thing in a turn that readers stumbled over', () => {
  const found = [...tables, ...pages, ...reasons].flatMap(({ file, text }) =>
    turns.filter(([turn]) => turn.test(text)).map(([, instead]) => `${file}: "${text}" (better: ${instead})`),
  );
  expect(found).toEqual([]);
});
