const colours: Readonly<Record<string, string>> = {
  '2': 'fill="#98a2ad"',
  '1': 'font-weight="bold"',
  '31': 'fill="#ff8a80"',
  '32': 'fill="#8fd694"',
  '33': 'fill="#f2cc60"',
  '34': 'fill="#8ec2ff"',
  '35': 'fill="#d2a8ff"',
  '36': 'fill="#7fd8e0"',
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Renderers of SVG run spaces together. */
const kept = (text: string): string => escaped(text).replaceAll(' ', '\u00A0');

const lineHeight = 18;

const ink = new RegExp(`(${'\u001b'}\\[[\\d;]*m)`);

/** What a terminal shows, as an SVG: text with the colours it was written in. */
export const terminalPicture = (written: string, title: string): string => {
  const lines = written.trimEnd().split('\n');
  let styles: string[] = [];
  const rows = lines.map((line, index) => {
    const spans = line.split(ink).map((part) => {
      const codes = ink.test(part) ? part.slice(2, -1) : undefined;
      if (codes === undefined)
        return part === '' ? '' : `<tspan ${styles.map((code) => colours[code] ?? '').join(' ')}>${kept(part)}</tspan>`;
      // 39 and 22 end what the others began.
      styles = codes
        .split(';')
        .reduce((held: string[], code) => (/^(?:0|39|22|)$/.test(code) ? [] : [...held, code]), styles);
      return '';
    });
    return `<text x="18" y="${34 + index * lineHeight}">${spans.join('')}</text>`;
  });
  const height = lines.length * lineHeight + 36;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 ${height}" width="920" height="${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<rect width="920" height="${height}" rx="8" fill="#14171a"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13" fill="#e6e9ec">
${rows.join('\n')}
</g>
</svg>
`;
};
