/** A JSON Schema, as far as a form needs it. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
}

/** With its reference followed, and of several branches the one a value is meant for. */
export const resolve = (schema: Schema, root: Schema, value?: unknown): Schema => {
  const own = deref(schema, root);
  const branches = branchesOf(own, root);
  if (branches.length === 0) return own;
  const { oneOf: _, anyOf: __, ...common } = own;
  const branch = branches.find((each) => isMeantFor(each, root, value)) ?? branches[0];
  return {
    ...common,
    ...branch,
    properties: { ...common.properties, ...branch?.properties },
    required: [...(common.required ?? []), ...(branch?.required ?? [])],
  };
};

/** What a schema chooses from. */
export const branchesOf = (schema: Schema, root: Schema): readonly Schema[] => {
  const own = deref(schema, root);
  return (own.oneOf ?? own.anyOf ?? []).map((each) => deref(each, root));
};

const deref = (schema: Schema, root: Schema): Schema => {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace(/^#\/\$defs\//, '');
  const found = root.$defs?.[name] ?? root.$defs?.[name.replace(/\.json$/, '')];
  return found === undefined ? {} : deref(found, root);
};

/** Its constants are the value's, and its type is. */
const isMeantFor = (branch: Schema, root: Schema, value: unknown): boolean => {
  if (branch.type !== undefined && !typesOf(branch).includes(typeOf(value))) return false;
  return Object.entries(branch.properties ?? {}).every(([name, property]) => {
    const { const: only } = deref(property, root);
    return only === undefined || only === Reflect.get(Object(value), name);
  });
};

export const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

export const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
};

/** The property whose constant tells the branches apart, and the branch of each constant. */
export const discriminator = (
  branches: readonly Schema[],
): { readonly name: string; readonly values: readonly unknown[] } | undefined => {
  const [first] = branches;
  for (const name of Object.keys(first?.properties ?? {})) {
    const values = branches.map((branch) => branch.properties?.[name]?.const);
    if (values.every((value) => value !== undefined)) return { name, values };
  }
  return undefined;
};

/** Something to begin with: an example where there is one, else what is required and nothing else. */
export const blank = (schema: Schema, root: Schema): unknown => {
  const own = resolve(schema, root);
  if (own.const !== undefined) return own.const;
  const [example] = own.examples ?? [];
  if (example !== undefined) return example;
  const [choice] = own.enum ?? [];
  if (choice !== undefined) return choice;
  switch (typesOf(own)[0]) {
    case 'object':
      return Object.fromEntries((own.required ?? []).map((name) => [name, blank(own.properties?.[name] ?? {}, root)]));
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return own.minimum ?? 0;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return '';
  }
};
