import { createRequire } from 'node:module';
import type { CodeKeywordDefinition, ErrorObject, Name } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';

/** An error that stands for others of its cause in the same array. */
export interface CountedError extends ErrorObject {
  /** How many there are beside the ones told. */
  more?: number;
}

/** Of one cause in one array: enough to see what they have in common. */
const toldOfCause = 20;
/** A page of ten thousand products may have ten of them each; sixteen mebibytes of `{}` have forty million. */
const mostErrors = 100_000;

const require = createRequire(import.meta.url);

/** What one validation may still look at, whatever it is given. */
export type Allowance = ReturnType<typeof bounded>;

/**
 * Has ajv collect a bounded number of errors in linear time. Its own loop over an array copies all errors found so far for
 * each item that is a reference, and keeps every one of them.
 */
export const bounded = (ajv: Ajv2020) => {
  let left = mostErrors;
  const tally: Tally = {
    keep(kept, errors) {
      const fresh = oncePerDefect(errors);
      left -= fresh.length;
      return keep(kept, fresh);
    },
    isSpent: () => left <= 0,
  };
  ajv.removeKeyword('items');
  ajv.addKeyword(itemsKeyword(tally));
  return {
    refill() {
      left = mostErrors;
    },
    /** Errors were left unlooked at. */
    isSpent: tally.isSpent,
  };
};

interface Kept {
  readonly errors: CountedError[];
  readonly byCause: Map<string, { readonly first: CountedError; count: number }>;
}

interface Tally {
  readonly keep: (kept: Kept | null, fresh: readonly ErrorObject[]) => Kept;
  readonly isSpent: () => boolean;
}

const keep = (before: Kept | null, fresh: readonly CountedError[]): Kept => {
  const kept: Kept = before ?? { errors: [], byCause: new Map() };
  for (const error of fresh) {
    const { schemaPath, params } = error;
    const cause = `${schemaPath} ${params['missingProperty'] ?? ''}`;
    const known = kept.byCause.get(cause);
    if (known !== undefined && known.count >= toldOfCause) {
      known.first.more = (known.first.more ?? 0) + 1 + (error.more ?? 0);
      continue;
    }
    kept.errors.push(error);
    if (known === undefined) kept.byCause.set(cause, { first: error, count: 1 });
    else known.count += 1;
  }
  return kept;
};

/**
 * A value of the wrong type breaks other rules of its place as well; one of them says it all: the allowed values where
 * there are some, otherwise the type.
 */
export const oncePerDefect = (errors: readonly CountedError[]): readonly CountedError[] => {
  const found = errors.filter(({ keyword }) => keyword !== 'if');
  if (found.length < 2) return found;
  const at = (name: string): ReadonlySet<string> =>
    new Set(found.filter(({ keyword }) => keyword === name).map(({ instancePath }) => instancePath));
  const [listed, typed] = [at('enum'), at('type')];
  return found.filter(({ keyword, instancePath }) => {
    if (listed.has(instancePath)) return keyword === 'enum';
    return !typed.has(instancePath) || keyword === 'type';
  });
};

/** `items`, as ajv has it where it stops at the first error, and otherwise with a tally of what is wrong in the items. */
const itemsKeyword = (tally: Tally): CodeKeywordDefinition => {
  const { _, Name: NameOf } = require('ajv') as typeof import('ajv');
  const { alwaysValidSchema } = require('ajv/dist/compile/util.js') as typeof import('ajv/dist/compile/util.js');
  const { validateArray } = require('ajv/dist/vocabularies/code.js') as typeof import('ajv/dist/vocabularies/code.js');
  const [vErrors, count] = [new NameOf('vErrors'), new NameOf('errors')];
  return {
    keyword: 'items',
    type: 'array',
    schemaType: ['object', 'boolean'],
    before: 'uniqueItems',
    code(cxt) {
      const { gen, schema, data, it } = cxt;
      it.items = true;
      if (alwaysValidSchema(it, schema)) return;
      if (!it.allErrors) {
        cxt.ok(validateArray(cxt));
        return;
      }
      const tallied = gen.scopeValue('obj', { ref: tally });
      const before = gen.const('before', vErrors);
      const kept = gen.let('kept', _`null`);
      const valid: Name = gen.name('valid');
      gen.forRange('i', 0, _`${data}.length`, (i) => {
        gen.assign(vErrors, _`null`);
        gen.assign(count, 0);
        cxt.subschema({ keyword: 'items', dataProp: i, dataPropType: 0 }, valid);
        gen.if(_`${vErrors} !== null`, () => {
          gen.assign(kept, _`${tallied}.keep(${kept}, ${vErrors})`);
          gen.if(_`${tallied}.isSpent()`, () => gen.break());
        });
      });
      gen.assign(vErrors, before);
      gen.if(_`${kept} !== null`, () =>
        gen.assign(vErrors, _`${before} === null ? ${kept}.errors : ${before}.concat(${kept}.errors)`),
      );
      gen.assign(count, _`${vErrors} === null ? 0 : ${vErrors}.length`);
    },
  };
};
