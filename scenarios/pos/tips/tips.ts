import type { CheckOutcome } from '#schemas';
import { defineOrderScenario } from '../../arrange/till/active-till.ts';
import { payable } from '../../arrange/till/amounts.ts';
import { buyerFrom } from '../../arrange/buyer.ts';
import { freshId } from '../../arrange/identity.ts';
import { listingsSync, tableSnapshot } from '../../arrange/till/commands.ts';
import { failed, notExercised, outcomeOf, passed, unlessUnmet } from '../../outcome.ts';
import { excerpt } from '../../arrange/json-compare.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { ask, unreached } from '../../arrange/till/command-answer.ts';
import { letGo, prepareCurrent } from '../../arrange/till/bills.ts';
import { busySince } from '../../arrange/till/bill-excuse.ts';
import { addToTable } from '../../arrange/till/lines.ts';
import { readBill, readField, type OpenTable } from '../../arrange/till/read-results.ts';
import { openTable } from '../../arrange/till/tables.ts';
import { ofKind } from '#traffic/laws';
import type { PosWorld } from '../../context/pos.ts';
import { call, putRecipient, type TipCall } from './tip-calls.ts';

const covers = ['tips/put-body', 'tips/same-id-as-bill', 'tips/pending-and-active'] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineOrderScenario({
  id: 'pos/tips',
  title: 'Who receives tips is known under the id that bills carry, before and after the link is confirmed',
  covers,
  async run(world) {
    // Where no bill of this run was prepared yet, one is.
    if (world.triggers.has('putTipRecipient') && recipientIn(world) === undefined) await billOf(world);
    const onBill = recipientIn(world);
    const id = onBill ?? freshId();
    const put = await unlessUnmet(putRecipient(world, id), (outcome) => {
      world.check('tips/put-body', outcome);
      world.check('tips/same-id-as-bill', outcome);
    });
    if (put) {
      const outcome = onBill === undefined ? undefined : sameId(onBill, put);
      const isTold =
        outcome && (outcome.status !== 'passed' || isLeftOut(world, 'the bill after a tip recipient was put'));
      world.check('tips/same-id-as-bill', isTold ? outcome : await outcomeOf(linkedOnBill(world)));
      world.check('tips/put-body', await outcomeOf(updated(world, put, id)));
    }
    world.check('tips/pending-and-active', await outcomeOf(copes(world, put?.id ?? id)));
  },
});

/** Who serves a table may change between two bills, and yet not with every bill. */
const mostRecipients = 3;

/**
 * Whoever a bill names is put under just that id, so that the next bill names somebody who was linked in this run: only now may a till
 * name them, and need not. What is named anew each time, such as the id the platform gave, is nobody's stable identifier.
 */
const linkedOnBill = async (world: World): Promise<CheckOutcome> => {
  const named: string[] = [];
  for (;;) {
    const billed = await billOf(world);
    const id = recipientIn(world);
    const isPut = ofKind(world.till.traffic(), 'tip').some((seen) => seen.action === 'put' && seen.id === id);
    if (!billed && id === undefined) {
      const busy = busySince(world.till.traffic());
      return busy ? notExercised(busy) : notExercised('no bill was prepared', 'pos.fixtures.tables.open');
    }
    if (!billed || id === undefined || isPut) return passed;
    named.push(id);
    if (named.length > mostRecipients) return unlinked(named);
    const other = sameId(id, await putRecipient(world, id));
    if (other.status !== 'passed') return other;
  }
};

const unlinked = (named: readonly string[]): CheckOutcome =>
  failed({
    expected: 'the {id} of a PUT …/tipRecipients/{id} of this run',
    actual: `tipRecipientId ${excerpt(named)}`,
    cause: 'no linked recipient on bills',
  });

/** Whether a bill was prepared. */
const billOf = async (world: World): Promise<boolean> => {
  if (!world.claims.STATION) return false;
  const seated = await unlessUnmet(openTable(world, 'tips'));
  if (!seated) return false;
  const owes = (payable(seated.snapshot.totals)[0]?.money.value ?? 0) > 0;
  if (owes && isLeftOut(world, 'an order just before the bill') && (await billAt(world, seated, seated))) return true;
  return await billAt(world, seated, await unlessUnmet(addToTable(world, seated)));
};

const billAt = async (world: World, { tableId }: OpenTable, known?: OpenTable): Promise<boolean> => {
  const prepared = await unlessUnmet(letGo(world, prepareCurrent(world, tableId, { known })));
  return prepared?.kind === 'prepared' && prepared.bill.success === true;
};

const recipientIn = ({ till }: World): string | undefined =>
  ofKind(till.traffic(), 'callback')
    .flatMap(({ messageKind, body }) => (messageKind === 'BillPreparationRequested' ? [readBill(body)] : []))
    .findLast((bill) => bill.tipRecipientId !== undefined)?.tipRecipientId;

/**
 * PutTipRecipientRequest: displayName creates or updates the name. Somebody of the staff has another name and number from now
 * on, and the same id; that the body is as it has to be is judged with every call.
 */
const updated = async (world: World, first: TipCall, id: string): Promise<CheckOutcome> => {
  const put = await putRecipient(world, id, ' renamed');
  // A till that has taken no notice of the id it was given may have taken this for somebody else.
  if (first.id === id && put.id !== id)
    world.check('tips/same-id-as-bill', addressedAs(id, put, { cause: 'another id when put again' }, first));
  const [before, now] = [`${world.seed} ${world.scenario}`, `${world.seed} ${world.scenario} renamed`].map(buyerFrom);
  const anew = [
    ...(before?.firstName === now?.firstName ? [] : ['displayName']),
    ...(before?.phoneNumber === now?.phoneNumber ? [] : ['phoneNumber']),
  ];
  return formerAgain(world, put, anew) ?? passed;
};

/** `anew`: what is entered for the first time. All else is entered as it was last, so what comes is that, and nothing from before. */
const formerAgain = ({ till }: World, put: TipCall, anew: readonly string[] = []): CheckOutcome | undefined => {
  const earlier = ofKind(till.traffic(), 'tip').filter(
    ({ action, id, n }) => action === 'put' && id === put.id && n < put.n,
  );
  const last = earlier.at(-1);
  for (const member of ['displayName', 'phoneNumber']) {
    const sent = readField(put.body, member);
    const isAsLast = !anew.includes(member) && sent === readField(last?.body, member);
    if (sent === undefined || isAsLast || !earlier.some(({ body }) => readField(body, member) === sent)) continue;
    return failed({
      message: `A tip recipient was put again with another ${member}, and the call carried the former one; send what is entered, which updates the record.`,
      expected: `another ${member} than ${excerpt(sent)}`,
      actual: excerpt(sent),
      pointer: `/${member}`,
      exchanges: [...(last ? [last.exchange] : []), put.exchange],
      cause: `the former ${member} put again`,
    });
  }
  return undefined;
};

/** Base models › TipRecipient: the POS addresses the record by externalTipRecipientId. */
const addressedAs = (
  id: string,
  call: TipCall,
  because: { readonly cause: string },
  before?: TipCall,
): CheckOutcome => {
  const addressOf = (one = ''): string => `${call.action.toUpperCase()} …/tipRecipients/${encodeURIComponent(one)}`;
  if (call.id === id) return passed;
  const exchanges = [before, call].flatMap((one) => one?.exchange ?? []);
  return failed({ expected: addressOf(id), actual: addressOf(call.id), exchanges, ...because });
};

const sameId = (onBill: string, call: TipCall): CheckOutcome =>
  addressedAs(onBill, call, { cause: 'another id than on bills' });

/** Has the till read its tip recipients while one is PENDING and when it is ACTIVE; afterwards it has to work on. */
const copes = async (world: World, id: string): Promise<CheckOutcome> => {
  const probe = () => ask(world, world.claims.listings ? listingsSync() : tableSnapshot(freshId()));
  // The twin before: where that is not answered either, no recipient is to blame.
  const before = await probe();
  if (before.kind !== 'answered') return unreached(before, 'a command before any recipient was read');
  for (const status of ['PENDING', 'ACTIVE'] as const) {
    const given = status === 'ACTIVE' ? world.till.confirmTipRecipient(id) : undefined;
    if (status === 'ACTIVE' && given === undefined)
      return notExercised('there is no PENDING tip recipient to confirm', 'triggers.putTipRecipient');
    const listed = await call(world, 'listTipRecipients', {}, 'list');
    // Reading a single one is another way to the same record.
    const got = world.triggers.has('getTipRecipient') ? await call(world, 'getTipRecipient', { id }, 'get') : undefined;
    const named = got?.id === undefined ? passed : addressedAs(id, got, { cause: 'asked under another id' });
    if (named.status !== 'passed') return named;
    if (given !== undefined && (await billOf(world)) && recipientIn(world) === given)
      world.check('tips/same-id-as-bill', unlinked([given]));
    // A PUT answers with the record as well; the same number keeps it ACTIVE.
    const putAgainToo = status === 'ACTIVE' && world.triggers.has('putTipRecipient');
    // One that went astray is told of; another that did not come may be the trigger's.
    const astray = (outcome: CheckOutcome) => {
      if (outcome.status === 'failed') world.check('tips/put-body', outcome);
    };
    const put = putAgainToo ? await unlessUnmet(putRecipient(world, id, ' renamed'), astray) : undefined;
    const former = put && formerAgain(world, put);
    if (former) world.check('tips/put-body', former);
    const answer = await probe();
    if (answer.kind === 'stopped') return notExercised(answer.reason);
    if (answer.kind === 'silent')
      return failed({
        ...answer.finding,
        message: `The till stopped handling commands after it read a tip recipient that is ${status}; accept both statuses, and phoneNumber and expiresAt only while PENDING.`,
        exchanges: [listed.exchange, (got ?? listed).exchange],
        cause: `no work after a ${status} tip recipient`,
      });
  }
  return passed;
};
