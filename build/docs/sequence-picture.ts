import { createHash } from 'node:crypto';
import { type Drawing, type Part, sequence, type Step } from '#traffic/charts';
import { calls, command, type RequirementId, requirement } from '#schemas';
import { shopCalls, tillKinds } from './by-hand.ts';
import { sequences } from './sequences.ts';

/** An image has no page whose style says what the colours are. */
const style =
  ':root{--chart-text:#1c2126;--chart-soft:#59636e;--chart-line:#d9dee3;--chart-plain:#3b5b7a;--chart-bad:#a61f1b;font-family:sans-serif}' +
  '@media(prefers-color-scheme:dark){:root{--chart-text:#e6e9ec;--chart-soft:#a2abb4;--chart-line:#333a41;--chart-plain:#9cc0e0;--chart-bad:#ff9d94}}';

export interface SequencePicture {
  /** Below the folder of the site. */
  readonly path: string;
  readonly source: string;
  /** The same in words. */
  readonly alt: string;
}

/** The calls a requirement is judged by, with the half in which a failure shows. */
export const sequencePicture = (id: RequirementId): SequencePicture => {
  const { marks, height, summary } = sequence(id, stepsOf(id));
  const source = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="${height}" viewBox="0 0 480 ${height}"><style>${style}</style>${marks.map(written).join('')}</svg>\n`;
  const name = createHash('sha256').update(source).digest('hex').slice(0, 12);
  return {
    path: `pictures/sequences/${name}.svg`,
    source,
    alt: summary.replaceAll(' ← here', ', where a failure shows'),
  };
};

type Call = Omit<Step, 'exchange'>;

const stepsOf = (id: RequirementId): readonly Step[] =>
  callsOf(id).map((call, index) => ({ ...call, exchange: index + 1 }));

const callsOf = (id: RequirementId): readonly Call[] => {
  const [area = '', name = ''] = id.split('/');
  const { party } = requirement(id);
  const between = (from: Part, to: Part, asked: string, answered: string, wrong?: Step['wrong']): Call => ({
    from,
    to,
    asked,
    answered,
    ...(wrong && { wrong }),
  });
  if (party === 'platform') return [between('client', 'platform', `a call of ${area}`, 'its answer', 'answer')];
  if (area === 'basket-change')
    return [
      between('platform', 'shop', 'retrieval', 'basket'),
      between('shop', 'platform', 'basket change', 'accepted, or 400', 'call'),
    ];
  const shop = shopCalls[area];
  const [asked = 'retrieval'] = shop ?? [];
  if (shop !== undefined) {
    const again = sequences[id]?.then?.('').filter((line) => line.startsWith('# ')) ?? [];
    const steps = [
      between('platform', 'shop', asked, 'its answer'),
      ...again.map((line) => {
        const [what = '', shows = 'its answer'] = line.slice(2).split(': ');
        return between('platform', 'shop', `${asked}, ${what}`, shows);
      }),
    ];
    return steps.map((step, index) => (index === steps.length - 1 ? { ...step, wrong: 'answer' } : step));
  }
  const kind = tillKinds[area];
  if (kind === undefined) return [between('till', 'platform', `a call of ${area}`, 'its answer', 'call')];
  const result = command(kind).result?.judged?.as ?? 'its result';
  const isAbout = /delet/u.test(name) ? 'delete' : /poll/u.test(name) ? 'receive' : 'result';
  const here = (what: string): 'call' | undefined => (what === isAbout ? 'call' : undefined);
  return [
    between('till', 'queue', calls.receiveMessage.action, kind, here('receive')),
    between('till', 'platform', result, '204', here('result')),
    between('till', 'queue', calls.deleteMessage.action, '200', here('delete')),
  ];
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const written = (part: Drawing | string): string =>
  typeof part === 'string'
    ? escaped(part)
    : `<${part.tag}${Object.entries(part.attributes)
        .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
        .join('')}>${part.children.map(written).join('')}</${part.tag}>`;
