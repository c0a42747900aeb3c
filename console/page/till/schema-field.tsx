import { blank, branchesOf, discriminator, resolve, type Schema, typeOf, typesOf } from './schema.ts';

interface SchemaFieldProps {
  readonly name: string;
  /** JSON pointer of the value. */
  readonly pointer: string;
  readonly schema: Schema;
  readonly root: Schema;
  readonly value: unknown;
  /** Pointers of what is not valid. */
  readonly invalid: ReadonlySet<string>;
  readonly onChange: (value: unknown) => void;
  readonly onRemove?: (() => void) | undefined;
}

/** An input for one value, and for everything in it; made from the schema, and from the value where the schema says nothing. */
export const SchemaField = (props: SchemaFieldProps) => {
  const { schema, root, value } = props;
  const type = typeOf(value);
  if (type === 'object') return <ObjectField {...props} value={value as Readonly<Record<string, unknown>>} />;
  if (type === 'array') return <ArrayField {...props} value={value as readonly unknown[]} />;
  return <ScalarField {...props} schema={resolve(schema, root, value)} />;
};

const ObjectField = (props: SchemaFieldProps & { readonly value: Readonly<Record<string, unknown>> }) => {
  const { name, pointer, schema, root, value, invalid, onChange, onRemove } = props;
  const own = resolve(schema, root, value);
  const branches = branchesOf(schema, root);
  const told = discriminator(branches);
  const known = Object.keys(own.properties ?? {});
  const names = [
    ...known.filter((each) => Object.hasOwn(value, each)),
    ...Object.keys(value).filter((each) => !known.includes(each)),
  ];
  const absent = known.filter((each) => !Object.hasOwn(value, each));
  const required = own.required ?? [];
  const set = (key: string, inner: unknown) => onChange({ ...value, [key]: inner });
  const content = (
    <>
      {names.map((key) =>
        key === told?.name ? (
          <div key={key} class="scalar">
            <label class="field">
              <span>{key}</span>
              <select
                value={String(value[key])}
                onChange={({ currentTarget }) => {
                  const branch = branches[told.values.findIndex((each) => String(each) === currentTarget.value)];
                  if (branch !== undefined) onChange(blank({ ...branch, examples: [] }, root));
                }}
              >
                {told.values.map((each) => (
                  <option key={String(each)}>{String(each)}</option>
                ))}
              </select>
            </label>
          </div>
        ) : (
          <SchemaField
            key={key}
            name={key}
            pointer={`${pointer}/${key}`}
            schema={own.properties?.[key] ?? {}}
            root={root}
            value={value[key]}
            invalid={invalid}
            onChange={(inner) => set(key, inner)}
            onRemove={required.includes(key) ? undefined : () => onChange(without(value, key))}
          />
        ),
      )}
      {absent.length > 0 && (
        <div class="row add-row">
          {absent.map((key) => (
            <button
              key={key}
              type="button"
              class="quiet small"
              title={own.properties?.[key]?.description}
              onClick={() => set(key, blank(own.properties?.[key] ?? {}, root))}
            >
              + {key}
            </button>
          ))}
        </div>
      )}
    </>
  );
  if (pointer === '') return <div class="fields">{content}</div>;
  return (
    <fieldset class={invalid.has(pointer) ? 'invalid' : ''}>
      <legend>
        {name} <Remove name={name} onRemove={onRemove} />
      </legend>
      <div class="fields">{content}</div>
    </fieldset>
  );
};

const ArrayField = (props: SchemaFieldProps & { readonly value: readonly unknown[] }) => {
  const { name, pointer, schema, root, value, invalid, onChange, onRemove } = props;
  const own = resolve(schema, root, value);
  const items = own.items ?? {};
  return (
    <fieldset class={invalid.has(pointer) ? 'invalid' : ''}>
      <legend>
        {name} <Remove name={name} onRemove={onRemove} />
      </legend>
      <div class="fields">
        {value.map((item, index) => (
          <SchemaField
            key={index}
            name={`${index + 1}`}
            pointer={`${pointer}/${index}`}
            schema={items}
            root={root}
            value={item}
            invalid={invalid}
            onChange={(inner) => onChange(value.with(index, inner))}
            onRemove={() => onChange(value.toSpliced(index, 1))}
          />
        ))}
        <div class="row add-row">
          <button
            type="button"
            class="quiet small"
            onClick={() => onChange([...value, value.at(-1) ?? blank(items, root)])}
          >
            + item
          </button>
        </div>
      </div>
    </fieldset>
  );
};

const ScalarField = ({ name, pointer, schema, root, value, invalid, onChange, onRemove }: SchemaFieldProps) => {
  const types = typesOf(schema);
  const isWrong = invalid.has(pointer);
  const others = types.filter((type) => type === 'object' || type === 'array');
  return (
    <div class={isWrong ? 'scalar invalid' : 'scalar'}>
      <label class="field" title={schema.description}>
        <span>{name}</span>
        <ScalarInput schema={schema} value={value} isWrong={isWrong} onChange={onChange} />
      </label>
      {others.map((type) => (
        <button key={type} type="button" class="quiet small" onClick={() => onChange(blank({ ...schema, type }, root))}>
          as {type}
        </button>
      ))}
      <Remove name={name} onRemove={onRemove} />
    </div>
  );
};

const Remove = ({ name, onRemove }: { readonly name: string; readonly onRemove: (() => void) | undefined }) =>
  onRemove === undefined ? null : (
    <button type="button" class="quiet small remove" aria-label={`Remove ${name}`} onClick={onRemove}>
      ×
    </button>
  );

const without = (value: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));

interface ScalarInputProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly isWrong: boolean;
  readonly onChange: (value: unknown) => void;
}

/** A checkbox, a choice or a text, as the value and its schema have it. */
const ScalarInput = ({ schema, value, isWrong, onChange }: ScalarInputProps) => {
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
      onInput={({ currentTarget }) => onChange(isNumber ? numberOrText(currentTarget.value) : currentTarget.value)}
    />
  );
};

/** What is no number is sent as it was typed, on purpose; so is one that is still being typed, such as `1.`. */
const numberOrText = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text);
