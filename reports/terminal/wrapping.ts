import { stripVTControlCharacters } from 'node:util';

/** The text in lines of at most `width`, each behind `margin`. A word longer than a line keeps a line of its own. */
export const wrapped = (text: string, width: number, margin = ''): readonly string[] =>
  text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && margin.length + stripVTControlCharacters(`${line} ${word}`).length > width) {
        lines.push(margin + line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    return [...lines, margin + line];
  });
