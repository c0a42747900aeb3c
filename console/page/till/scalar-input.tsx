import { type Schema, typesOf } from './schema.ts';

interface ScalarInputProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly isWrong: boolean;
  readonly onChange: (value: unknown) => void;
}

/** A checkbox, a choice or a text, as the value and its schema have it. */
export const ScalarInput = ({ schema, value, isWrong, onChange }: ScalarInputProps) => {
  if (typeof value === 'boolean')
    return <input type="checkbox" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />;
  const choices = schema.enum;
  if (choices?.includes(value) === true)
    return (
      <select
        value={String(value)}
        onChange={({ currentTarget }) => onChange(choices.find((each) => String(each) === currentTarget.value))}
      >
        {choices.map((each) => (
          <option key={String(each)}>{String(each)}</option>
        ))}
      </select>
    );
  const isNumber = typeof value === 'number' || typesOf(schema).some((type) => type === 'integer' || type === 'number');
  return (
    <input
      value={typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)}
      placeholder={value === null ? 'null' : ''}
      inputMode={isNumber ? 'decimal' : 'text'}
      aria-invalid={isWrong}
      onChange={({ currentTarget }) => onChange(isNumber ? numberOrText(currentTarget.value) : currentTarget.value)}
    />
  );
};

/** What is no number is sent as it was typed, on purpose. */
const numberOrText = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
