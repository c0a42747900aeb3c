import { useMemo, useState } from 'preact/hooks';
import './json-text.css';

interface JsonTextProps {
  readonly label: string;
  /** What was on the wire: text, or JSON that was read. */
  readonly body: unknown;
  /** JSON pointers of places to mark. */
  readonly marked?: readonly string[];
}

export const JsonText = ({ label, body, marked = [] }: JsonTextProps) => {
  const [raw, setRaw] = useState(false);
  const { text, value, isJson } = useMemo(() => readBody(body), [body]);
  return (
    <div class="json-text">
      <div class="row spread">
        <span class="small soft">{label}</span>
        {isJson && (
          <button type="button" class="quiet small" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            Raw
          </button>
        )}
      </div>
      <pre tabIndex={0} aria-label={label}>
        {raw || !isJson ? text : <Pretty value={value} marked={marked} />}
      </pre>
    </div>
  );
};

const readBody = (body: unknown): { readonly text: string; readonly value?: unknown; readonly isJson: boolean } => {
  if (typeof body !== 'string') return { text: JSON.stringify(body), value: body, isJson: true };
  try {
    return { text: body, value: JSON.parse(body), isJson: true };
  } catch {
    return { text: body, isJson: false };
  }
};

const Pretty = ({ value, marked }: { readonly value: unknown; readonly marked: readonly string[] }) => {
  const lines = useMemo(() => linesOf(value), [value]);
  return (
    <>
      {lines.map(({ depth, pointer, name, text, type }, index) => {
        const hit = marked.some((mark) => mark !== '' && pointer === mark);
        return (
          <span key={index} class={hit ? 'line hit' : 'line'} style={{ paddingLeft: `${depth * 14}px` }}>
            {name !== undefined && <span class="name">{JSON.stringify(name)}: </span>}
            <span class={type}>{text}</span>
            {'\n'}
          </span>
        );
      })}
    </>
  );
};

interface Line {
  readonly depth: number;
  readonly pointer: string;
  readonly name?: string;
  readonly text: string;
  readonly type: string;
}

const linesOf = (whole: unknown): readonly Line[] => {
  const lines: Line[] = [];
  const walk = (value: unknown, depth: number, pointer: string, name: string | undefined, comma: string) => {
    const start = { depth, pointer, ...(name !== undefined && { name }) };
    if (typeof value !== 'object' || value === null) {
      lines.push({ ...start, text: JSON.stringify(value) + comma, type: value === null ? 'null' : typeof value });
      return;
    }
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const entries = Object.entries(value);
    if (entries.length === 0) {
      lines.push({ ...start, text: `${open}${close}${comma}`, type: 'punctuation' });
      return;
    }
    lines.push({ ...start, text: open, type: 'punctuation' });
    for (const [index, [key, inner]] of entries.entries()) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      walk(inner, depth + 1, at, Array.isArray(value) ? undefined : key, index < entries.length - 1 ? ',' : '');
    }
    lines.push({ depth, pointer: '', text: `${close}${comma}`, type: 'punctuation' });
  };
  walk(whole, 0, '', undefined, '');
  return lines;
};
