import { isRequirementId } from '#schemas';
import { spokenOf } from '#traffic/charts';
import { exchangeLine } from '../violation/exchange-line.ts';
import type { Argument, Card } from '../violation/argument.ts';
import type { Marked } from '../violation/difference.ts';
import { stepsOf } from '../violation/steps.ts';
import type { Ink } from './ink.ts';
import { printable, printableLine, shortened } from '../wording/printable.ts';
import { statuses, explaining, typed } from '../wording/statuses.ts';
import { wrapped } from './wrapping.ts';

export interface Page {
  readonly ink: Ink;
  readonly width: number;
}

const margin = '    ';
const gutter = 11;
const alsoNamed = 5;
const toldSteps = 3;

/**
 * One failure on one screen: all that is needed to argue with whoever wrote the target. What is there because of it has a line each. A
 * warning has fewer lines.
 */
export const failureBlock = (argument: Argument, page: Page, { because = [], like }: Partial<Card> = {}): string => {
  const { ink } = page;
  const { violation, shown } = argument;
  const steps = stepsOf(argument).slice(-toldSteps);
  const unlessWarned = (...fields: readonly (readonly string[])[]): readonly string[] =>
    argument.row.status === 'warning' ? [] : fields.flat();
  return [
    heading(argument, page),
    ...wrapped(argument.message, page.width, margin),
    ...unlessWarned(['']),
    ...field('expected', marked(argument.expected, ink), page),
    ...field('actual', marked(argument.actual, ink), page),
    ...unlessWarned(field('at', pointerText(violation.pointer), page)),
    ...field('like', like?.says ?? '', page),
    ...becauseOf(argument, because, page),
    ...unlessWarned(
      field('seen', seen(violation.count), page),
      field('costs', argument.cost?.words ?? '', page),
      field('look', argument.cost?.look ?? '', page),
    ),
    ...field('cause', printableLine(violation.cause ?? ''), page),
    ...unlessWarned(field('known', printableLine(violation.known ?? ''), page)),
    ...field('exchange', shown === undefined ? '' : exchangeLine(shown), page),
    ...unlessWarned(
      field('trace', printableLine(shown?.request.headers['traceparent'] ?? ''), page),
      field('story', steps.length < 2 ? '' : steps.map(spokenOf).join('\n'), page),
    ),
    ...excerptLines(argument, page),
    ...unlessWarned(command('send it', argument.curl, ink)),
    ...command('again', typed(violation.replay), ink),
    ...unlessWarned(field('more', isRequirementId(argument.row.id) ? explaining(argument.row.id) : '', page)),
  ].join('\n');
};

const becauseOf = (head: Argument, because: readonly Argument[], page: Page): readonly string[] => {
  const briefly = ({ row, message, violation }: Argument): string =>
    [row.id === head.row.id ? '' : row.id, pointerText(violation.pointer), printableLine(message)]
      .filter((part) => part !== '')
      .join(': ');
  return [
    ...field('also', because.slice(0, alsoNamed).map(briefly).join('\n'), page),
    ...field('', because.length > alsoNamed ? `and in ${because.length - alsoNamed} more ways` : '', page),
  ];
};

const heading = ({ row, register }: Argument, { ink, width }: Page): string => {
  const name = `${statuses[row.status].sign} ${printableLine(row.id)}`;
  const level = row.level.toUpperCase();
  const fits = `  ${name}   ${level}   ${register.clause}`.length <= width;
  const first = `  ${ink(statuses[row.status].ink, name)}   ${ink('strong', level)}`;
  const clause = fits ? [register.clause] : wrapped(register.clause, width, margin);
  return `${first}${fits ? '   ' : '\n'}${clause.map((line) => ink('quiet', line)).join('\n')}`;
};

const marked = ({ before, differing, after }: Marked, ink: Ink): string => before + ink('mark', differing) + after;

const field = (name: string, value: string, { ink, width }: Page): readonly string[] => {
  if (value === '') return [];
  const indent = margin + ' '.repeat(gutter);
  const [first = '', ...rest] = wrapped(value, width, indent);
  return [`${margin}${ink('quiet', name.padEnd(gutter))}${first.slice(indent.length)}`, ...rest];
};

const command = (name: string, text: string | undefined, ink: Ink): readonly string[] => {
  if (text === undefined || text === '') return [];
  // Later lines stand at the margin's inner edge so that a copied command carries nothing but its own spaces.
  return [
    `${margin}${ink('quiet', name.padEnd(gutter))}${printable(text).replaceAll('\n', `\n${margin}${' '.repeat(gutter)}`)}`,
  ];
};

const excerptLines = ({ excerpt }: Argument, { ink, width }: Page): readonly string[] =>
  excerpt.map(({ text: whole, marked: here }) => {
    const side = `${margin}${' '.repeat(gutter - 2)}`;
    const text = shortened(whole, Math.max(width - margin.length - gutter, 40));
    return here ? `${side}${ink('bad', '▸')} ${ink('strong', text)}` : `${side}${ink('quiet', `  ${text}`)}`;
  });

const pointerText = (pointer: string | undefined): string =>
  pointer === undefined ? '' : pointer === '' ? 'the whole body' : printableLine(pointer);

const seen = (count: number | undefined): string => (count === undefined || count < 2 ? '' : `${count} times`);
