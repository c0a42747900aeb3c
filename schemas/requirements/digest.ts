import { createHash } from 'node:crypto';
import { register, type RequirementId } from './index.ts';

/**
 * The versions of the register, newest last, with the SHA-256 over the rows of each. A row that is added, goes or means
 * something else makes a new version: results and certificates name both, so that two can be told to be of the same rules.
 * What each version detects stands on the pages of its requirements.
 */
export const registerVersions = {
  '1.0.1': '9d830ff82b264c320e2230a7737f5766fe44ef72b2a0a256b6f4265b49af12e9',
  '1.1.0': '1a7ef44f75e1817d756384079917b6f41db5cf20d3afd10d5db79d6b61e326e1',
  '1.2.0': '7e2902b5b9eef94a538fb8ea4a49d1db9a3800b8cb83c6ed09e4acd60019ef6f',
  '1.3.0': '6f3293af553baff73c7c069b8f043c665eeb334254f19f14eeb57ca7ac2786f8',
  '1.4.0': '88d463ad5f41baea647a54144a9b075e300b0a963f2a159ff9331976419d2f64',
  '1.5.0': '396aa05eb9b0822ecb85695e54d6d8a5b9d98598eb3126f5db3695d693c0db74',
  '1.6.0': '7a9ec47b646454383fbae6ce449992c5124c407e35e19f38d1117ea057049960',
  '1.7.0': '9270899c2882d264e4b0d9c99ed21d4fe0e59bf08a51f89d727b2c2de47059dd',
  '1.8.0': '7ff48ba448528d78c04a4c99cdce2e51967c21226c7e71e3bbecc8bd7a4546ab',
  '1.9.0': '3a5f79f0d85ebe6a278a31c3435034ca8b6c125e23e97130d2e5ba066ed03928',
  '1.10.0': '35c42f322d105fabec2659a674047173ac0039cb6c3d0c6976a08037a969af93',
  '1.11.0': '0c0a9c0baa73d018eb43c883e5922243692756b5c9a28d4fc8ec3e68c31b5422',
  '1.12.0': '6c73484e2c7ceed8f9c81a36b0fd1636f0e4041690d49d25a1336dfc912bd7a2',
  '1.13.0': '7bd203d6d7c492c982477779877aaeb4ff72b1be99e4debd5a6340ef3a88bec5',
  '1.14.0': 'ed70d9f1a35892c5532e4b148bdbac1052347145f09c39a0b77abb9a34e772f5',
  '1.15.0': '0ee5c860d86f4cd02456ea95cb8793d51685892e276c90307de26b3a1efe0bf4',
  // Four rows are split, so that an id says what is wrong: lock/as-recalculated from lock/shortage-reported, bill/unpaid-lines from bill/no-open-bill,
  // table/lines-follow-orders and submission/texts from submission/contexts. A basket that is answered under the id of another one fails.
  // New: basket/same-everywhere. What breaks a requirement stands in the table of causes; rows say only how they are checked.
  '2.0.0': 'f2aa6b7a9deaf3e0cb82c35c091e1e034ace698a10b28bbe74bb22bb0133ac8b',
} as const;

/** What each version asked for the first time. A row that was split off another one is as old as that: only its id is new. */
const added: Readonly<Partial<Record<keyof typeof registerVersions, readonly RequirementId[]>>> = {
  '1.2.0': [
    'basket-change/called-right',
    'basket/answers-the-asked',
    'queue/unlike-orders-apply',
    'recalculation/every-discount',
    'basket/variant-ids',
    'activation/stable-installation-id',
    'activation/new-credentials',
  ],
  '1.5.0': ['basket/one-unit', 'basket/value-follows', 'basket/kept'],
  '2.0.0': ['basket/same-everywhere'],
};

export const registerNames: readonly string[] = Object.keys(registerVersions);

export const registerVersion: string = registerNames.at(-1) ?? '';

/** The version of the register that asked for it first. */
export const addedIn = (id: RequirementId): string =>
  Object.entries(added).find(([, ids]) => ids.includes(id))?.[0] ?? registerNames[0] ?? '';

/** Whether a row counts by a version of the register; by one that nobody knows, and where none is named, every row does. */
export const isScored = (id: RequirementId, by: string | undefined): boolean =>
  by === undefined || !registerNames.includes(by) || registerNames.indexOf(addedIn(id)) <= registerNames.indexOf(by);

export const registerDigest = (): string => createHash('sha256').update(JSON.stringify(register)).digest('hex');
