import { LineCounter, parseDocument } from 'yaml';
import { UsageError } from './usage-error.ts';

/** The value of a YAML or JSON text (JSON is YAML); a syntax error names the file, line and column. */
export const parseConfig = (text: string, file: string): unknown => {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new UsageError(`${file}:${line}:${col}: ${error.message}`);
  }
  return document.toJS({ maxAliasCount: 100 });
};
