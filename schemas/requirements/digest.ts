import { createHash } from 'node:crypto';
import { register } from './index.ts';

/**
 * The versions of the register, newest last, with the SHA-256 over the rows of each. A row that is added, goes or means
 * something else makes a new version: results and certificates name both, so that two can be told to be of the same rules.
 */
export const registerVersions = {
  '1.0.1': '9d830ff82b264c320e2230a7737f5766fe44ef72b2a0a256b6f4265b49af12e9',
  // Bills are asked for everywhere, listings updates hold only what changed, and products seen twice have to look the same.
  '1.1.0': '1a7ef44f75e1817d756384079917b6f41db5cf20d3afd10d5db79d6b61e326e1',
  // The basket asked for, calls of pushes, several discount codes, ids of variants; two rows of the tables became must.
  '1.2.0': '7e2902b5b9eef94a538fb8ea4a49d1db9a3800b8cb83c6ed09e4acd60019ef6f',
  // A basket is late only when it had expired before it was asked for.
  '1.3.0': '6f3293af553baff73c7c069b8f043c665eeb334254f19f14eeb57ca7ac2786f8',
  // The heartbeat goes on after a report that was refused; every lock is judged by its expiresAt.
  '1.4.0': '88d463ad5f41baea647a54144a9b075e300b0a963f2a159ff9331976419d2f64',
  // Amounts of one unit, values that follow, what was locked is there for both, repeats after expiresAt, products that nobody knows.
  '1.5.0': '396aa05eb9b0822ecb85695e54d6d8a5b9d98598eb3126f5db3695d693c0db74',
  // A basket shows an order of its own, and no command is deleted without a result.
  '1.6.0': '7a9ec47b646454383fbae6ce449992c5124c407e35e19f38d1117ea057049960',
  // A lock is compared with a recalculation, prices before discount and of deliveries too, and the error of a code with its fixture.
  '1.7.0': '9270899c2882d264e4b0d9c99ed21d4fe0e59bf08a51f89d727b2c2de47059dd',
  // Shops: baskets that are mixed up show in their products and users, increments hold all that is after their checkpoint, and a store of ours proves
  // nothing. Tills: every table that is shown is compared, every change is to be pushed, and no PIN, change, bill or payment is lost on its way.
  '1.8.0': '7ff48ba448528d78c04a4c99cdce2e51967c21226c7e71e3bbecc8bd7a4546ab',
  // Tills: a failed payment gives a table back as it was, bills of one table have ids of their own, and a session ends with its table.
  // Shops: a lock holds no more than was shown. Tills: orders are sent with texts, numbers of items and quantities of all sorts.
  '1.9.0': '3a5f79f0d85ebe6a278a31c3435034ca8b6c125e23e97130d2e5ba066ed03928',
  // Tills: an order for elsewhere does not come onto a table, full syncs hold what increments have shown, payments, sessions and bills stay with their table.
  // Shops: amounts that are pushed are in the unit of those that are answered.
  '1.10.0': '35c42f322d105fabec2659a674047173ac0039cb6c3d0c6976a08037a969af93',
  // Shops: baskets of the run hold what they were made with, a locked basket is sold as it was locked, half of a change is none. Tills: a table is not shown
  // as it was before, a bill is not refused for the very table it shows, orders for elsewhere stay away from every table, and waiters may be at all of them.
  '1.11.0': '0c0a9c0baa73d018eb43c883e5922243692756b5c9a28d4fc8ec3e68c31b5422',
  // Tills: a rejected result is not deleted at once, a change is pushed as it is and under an identifier of its own, what was paid stays paid and shown.
  // Shops: live baskets are retrieved, and those made for nobody are nobody's; discount codes and limited stock apply to those that have them.
  '1.12.0': '6c73484e2c7ceed8f9c81a36b0fd1636f0e4041690d49d25a1336dfc912bd7a2',
  // Tills: what is not paid is billed, also after what was paid at once or a payment that failed, lines follow every order, and no change stays out of syncs.
  // Shops: a basket that was changed is ordered without a lock and with all its codes, what is left out stays out, and codes and values are those of the request.
  '1.13.0': '7bd203d6d7c492c982477779877aaeb4ff72b1be99e4debd5a6340ef3a88bec5',
  // Tills: what waiters add, and what is ordered while a bill waits, is billed; what was accepted stays, and a table is free again after each failure.
  // Shops: changes are not listed behind a checkpoint that was given, baskets live to the end of a run, and deliveries and discounts are of one unit too.
  '1.14.0': 'ed70d9f1a35892c5532e4b148bdbac1052347145f09c39a0b77abb9a34e772f5',
  // Tills: another line than the cancelled one is gone, receipts are of their own order, and events say how it was set.
  // Shops: pushes hold the whole basket in its own currency, what is short is charged as it stands there, and each code has its own error.
  '1.15.0': '0ee5c860d86f4cd02456ea95cb8793d51685892e276c90307de26b3a1efe0bf4',
  // Four rows are split, so that an id says what is wrong: lock/as-recalculated from lock/shortage-reported, bill/unpaid-lines from bill/no-open-bill,
  // table/lines-follow-orders and submission/texts from submission/contexts. A basket that is answered under the id of another one fails.
  // What breaks a requirement stands in the table of causes; rows say only how they are checked.
  '2.0.0': '132a4117b0923e0df17f88084259477c6ade4752b4d2ec691b16f92f73f5ebe8',
} as const;

export const registerVersion: string = Object.keys(registerVersions).at(-1) ?? '';

export const registerDigest = (): string => createHash('sha256').update(JSON.stringify(register)).digest('hex');
