import { element, xmlText } from '../junit/xml.ts';
import { roundWords, type RoundVerdict } from './round.ts';

const colours: Readonly<Record<RoundVerdict, string>> = {
  conformant: '#1a7f37',
  'non-conformant': '#b42318',
  incomplete: '#8a5a00',
  'not-judged': '#57606a',
  'harness-error': '#57606a',
  missing: '#57606a',
};

/** A verdict to put beside a name, as an SVG of its own. */
export const badge = (verdict: RoundVerdict): string => {
  const words = roundWords[verdict].words.toLowerCase();
  // Seven pixels a letter of an 11 px sans-serif, and six on each side.
  const width = words.length * 7 + 12;
  const label = 'conformance';
  const left = label.length * 7 + 12;
  const text = { fill: '#fff', 'font-family': 'sans-serif', 'font-size': 11, 'text-anchor': 'middle', y: 14 };
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: left + width,
      height: 20,
      role: 'img',
      'aria-label': `${label}: ${words}`,
    },
    element('title', {}, xmlText(`${label}: ${words}`)),
    element('rect', { width: left, height: 20, fill: '#24292f' }),
    element('rect', { x: left, width, height: 20, fill: colours[verdict] }),
    element('text', { ...text, x: left / 2 }, label),
    element('text', { ...text, x: left + width / 2 }, xmlText(words)),
  );
};
