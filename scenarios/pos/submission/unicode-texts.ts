import type { CheckOutcome, OrderContext } from '#schemas';
import type { Buyer } from '../../arrange/buyer.ts';
import type { Unanswered } from '../../arrange/till/command-answer.ts';
import { forDelivery, forPickup } from '../../arrange/till/commands.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import type { Submitted } from '../../arrange/till/submitted.ts';
import type { PosWorld } from '../../context/pos.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';

type World = PosWorld<'submission/texts'>;
type Texts = Pick<Buyer, 'firstName' | 'lastName' | 'city' | 'street' | 'notes'>;

const written = (firstName: string, lastName: string, city: string, street: string, notes: string): Texts => ({
  firstName,
  lastName,
  city,
  street,
  notes,
});

/** What people are called, live at and write; each with something that a till, its printer or its database trips over. */
const letters: Readonly<Record<string, Texts>> = {
  'letters outside ASCII': written('Łucja', 'Ødegård-Şahin', 'Αθήνα', 'ул. Чехова', 'proszę dzwonić — 東門'),
  'characters beyond the basic plane': written('𠮷郎', '𠮷野', '𡈽浦', '𩸽 町', 'thanks 🛒👍🏽'),
  'quotes, a backslash, < and &': written(
    "D'Arcy",
    "O'Neill",
    "L'Aquila",
    'Rock & Roll Street',
    `"2nd" door <left> & don't ring, box A\\B`,
  ),
  'line breaks': written('Ann', 'Smith', 'London', 'Main Street', 'call first\nthen ring twice\r\nthanks'),
};

/** One order shows that all of them are taken; which of them is not is asked only where it was not. */
const together: Texts = Object.values(letters).reduce((one, other) => ({
  firstName: `${one.firstName} ${other.firstName}`,
  lastName: `${one.lastName} ${other.lastName}`,
  city: `${one.city} ${other.city}`,
  street: `${one.street} ${other.street}`,
  notes: `${one.notes} ${other.notes}`,
}));

/** No limit is stated. Longer than a database keeps by default, and no longer than somebody may type. */
const longNote = 'The bell does not work, so please call when you are at the door. '.repeat(16).trim();

const plainNote = 'Please call first';
const anyNote = 'an order with a customerNote';

/** A note that is there, whatever its length; what is refused for that may be defended, and what is not answered may not. */
const lengths: Readonly<Record<string, string>> = {
  [`a customerNote of ${longNote.length} characters`]: longNote,
  'a customerNote that is empty': '',
};

/**
 * Base models: customerNote is free text, and people are called as they are. The order was accepted with plain letters just
 * before, and differs in these alone.
 */
export const lettersOutcomes = async (
  world: World,
  plain: OrderContext,
  order: (context: OrderContext) => Promise<Submitted | Unanswered>,
): Promise<readonly CheckOutcome[]> => {
  const [all, ...others] = await Promise.all([
    order(spelled(world, plain, together)),
    ...(isLeftOut(world, 'a customerNote that is long or empty') ? [] : Object.values(lengths)).map((customerNote) =>
      order({ ...plain, customerNote }),
    ),
  ]);
  const findings: CheckOutcome[] = [];
  let takesNotes = true;
  const missed = async (what: string, answer: Submitted | Unanswered, isSure: boolean): Promise<void> => {
    if (!takesNotes) return;
    // What was sold out meanwhile is so in plain letters too, and with no note at all.
    const twin = await order({ ...plain, customerNote: plainNote });
    if (isTaken(twin)) {
      findings.push(...notTaken(what, answer, { twin, isSure }));
      return;
    }
    const bare = await order(plain);
    if (!isTaken(bare)) return;
    takesNotes = false;
    findings.push(...notTaken(anyNote, twin, { twin: bare, isSure: true }));
  };
  if (isRefused(all)) {
    const found = await firstRefused(Object.entries(letters), (texts) => order(spelled(world, plain, texts)));
    const [what, answer] = found ?? [Object.keys(letters).join(', '), all];
    await missed(`an order with ${what} in its customerNote and names`, answer, true);
  }
  for (const [index, [what, customerNote]] of Object.entries(lengths).entries()) {
    const first = others[index];
    // One order in many may have been lost, whatever it said.
    const answer = first?.kind === 'silent' ? await order({ ...plain, customerNote }) : first;
    if (answer && isRefused(answer)) await missed(`an order with ${what}`, answer, false);
  }
  if (findings.length > 0) return findings;
  return [isTaken(all) ? passed : notExercised('the same order was not accepted with plain texts either')];
};

const isTaken = (answer: Submitted | Unanswered): answer is Submitted =>
  answer.kind === 'submitted' && answer.result.success === true;

const isRefused = (answer: Submitted | Unanswered): boolean =>
  answer.kind === 'silent' || (answer.kind === 'submitted' && answer.result.success === false);

const firstRefused = async (
  kinds: readonly (readonly [string, Texts])[],
  order: (texts: Texts) => Promise<Submitted | Unanswered>,
): Promise<readonly [string, Submitted | Unanswered] | undefined> => {
  for (const [what, texts] of kinds) {
    const answer = await order(texts);
    if (isRefused(answer)) return [what, answer];
  }
  return undefined;
};

const spelled = ({ seed, scenario }: World, context: OrderContext, texts: Texts): OrderContext => {
  const customerNote = texts.notes;
  const text = `${seed} ${scenario} letters`;
  if (context.type === 'PICKUP') return { ...forPickup(text, texts), customerNote };
  return context.type === 'DELIVERY' ? { ...forDelivery(text, texts), customerNote } : { ...context, customerNote };
};

const notTaken = (
  what: string,
  answer: Submitted | Unanswered,
  { twin, isSure }: { readonly twin: Submitted; readonly isSure: boolean },
): readonly CheckOutcome[] => {
  if (answer.kind === 'stopped') return [];
  const finding = {
    message: `${what.replace('an', 'An')} was ${answer.kind === 'silent' ? 'not answered' : 'rejected'}, and the same ${what === anyNote ? 'without one' : 'with plain ones'} was accepted; accept every text unchanged.`,
    cause: `not taken: ${what}`,
  };
  if (answer.kind === 'silent') return [failed({ ...answer.finding, ...finding })];
  const { result, exchange } = answer;
  const rejected = {
    ...finding,
    expected: 'success true',
    actual: `success false, rejected as ${excerpt(result.reasons)}`,
    pointer: '/rejectedItems',
    exchanges: [exchange, twin.exchange],
  };
  return [isSure ? failed(rejected) : warned(rejected, 'how long such a text may be, and how short, is not stated')];
};
