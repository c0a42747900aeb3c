import { pathTo, firstViolation } from '#schemas';
import { type Checks, defineCheckedScenario, isSuccess, member, shown, status, success, textOf } from './findings.ts';
import { openTill, type Till } from './till.ts';
import type { PlatformAnswer, PlatformWorld } from '../context/platform.ts';

type World = PlatformWorld<'platform/tip-recipients'>;

const phoneNumber = '+48600100200';
const pathOf = (id: string) => pathTo('getTipRecipient', { id });

export default defineCheckedScenario({
  id: 'platform/tip-recipient-links',
  title: 'Tip recipients are put, listed, read, confirmed in time, and shown to their own merchant only',
  covers: 'platform/tip-recipients',
  async run(world, check) {
    const till = await openTill(world);
    const stranger = await openTill(world);

    const waiter = world.fresh('waiter');
    const put = await till.call('PUT', pathOf(waiter), { phoneNumber, displayName: 'Ala' });
    check.answered(put, 'Putting a tip recipient', success);
    world.observe('assume/tip-recipient-list-and-put-status', `PUT answers ${put.status}`);
    const pending = member(put.body, 'tipRecipient');
    checkRecord({ record: pending, of: till, id: waiter, answer: put, state: 'PENDING' }, check);
    const read = await till.call('GET', pathOf(waiter));
    check.answered(read, 'Reading a tip recipient', status(200));
    checkRecord({ record: read.body, of: till, id: waiter, answer: read, state: 'PENDING' }, check);

    await isolation(world, { till, stranger, waiter }, check);
    await confirmation(world, { till, waiter, id: textOf(pending, 'id') }, check);
    await lateConfirmation(world, till, check);
  },
});

interface Shown {
  readonly record: unknown;
  readonly of: Till;
  readonly id: string;
  readonly answer: PlatformAnswer;
  readonly state: 'PENDING' | 'ACTIVE';
}

const checkRecord = ({ record, of, id, answer, state }: Shown, check: Checks): void => {
  const violation = firstViolation('tip-recipient', record);
  const there = (name: string) => member(record, name) !== undefined;
  const fields =
    state === 'PENDING'
      ? there('phoneNumber') && there('expiresAt') && !there('linkedAt')
      : !there('phoneNumber') && !there('expiresAt') && there('linkedAt');
  const same =
    textOf(record, 'externalTipRecipientId') === id &&
    textOf(record, 'integrationProfileId') === of.location &&
    // Whether the activation names the merchant is its own row's matter.
    [undefined, textOf(record, 'merchantId')].includes(of.merchantId);
  check.that(
    violation === undefined && same && fields && textOf(record, 'linkStatus') === state,
    state === 'PENDING'
      ? 'A new tip recipient is not shown as PENDING, under its id, with phoneNumber and expiresAt.'
      : 'A confirmed tip recipient is not shown as ACTIVE with linkedAt and without phoneNumber and expiresAt.',
    `a TipRecipient of this merchant and profile, linkStatus ${state}`,
    violation === undefined ? shown(answer) : `${violation.pointer || '/'} ${violation.message}`,
    answer,
  );
};

const listedIds = async (till: Till, check: Checks): Promise<readonly string[]> => {
  const answer = await till.call('GET', pathTo('listTipRecipients'));
  check.answered(answer, 'Listing the tip recipients', status(200));
  // assume/tip-recipient-list-and-put-status: an array, or an object around one.
  const lists = [answer.body, ...Object.values(Object(answer.body))].filter((value) => Array.isArray(value));
  return lists.flatMap((list) =>
    (list as readonly unknown[]).flatMap((record) => textOf(record, 'externalTipRecipientId') ?? []),
  );
};

const isolation = async (
  world: World,
  { till, stranger, waiter }: { readonly till: Till; readonly stranger: Till; readonly waiter: string },
  check: Checks,
): Promise<void> => {
  const own = await listedIds(till, check);
  check.that(
    own.includes(waiter),
    'The list lacks a tip recipient that was put.',
    `externalTipRecipientId ${waiter}`,
    own.join(', ') || 'an empty list',
  );
  const foreign = await listedIds(stranger, check);
  const read = await stranger.call('GET', pathOf(waiter));
  check.holds(
    'tip-recipient-hidden',
    !foreign.includes(waiter) && !isSuccess(read),
    foreign.includes(waiter) ? 'it is listed' : shown(read),
    read,
  );
  await stranger.call('PUT', pathOf(waiter), { phoneNumber: '+48600999999', displayName: world.fresh('name') });
  const after = await till.call('GET', pathOf(waiter));
  check.holds('tip-recipient-kept', textOf(after.body, 'displayName') === 'Ala', shown(after), after);
};

const confirmation = async (
  { control }: World,
  { till, waiter, id }: { readonly till: Till; readonly waiter: string; readonly id: string | undefined },
  check: Checks,
): Promise<void> => {
  if (id === undefined) return;
  const accepted = async (identityVerified: boolean, wanted: boolean, what: string) =>
    check.that(
      (await control.confirmTip(id, identityVerified)) === wanted,
      what,
      wanted ? 'confirmed' : 'rejected',
      wanted ? 'rejected' : 'confirmed',
    );
  await accepted(false, false, 'A link was confirmed by a staff member who did not pass the identity verification.');
  await accepted(true, true, 'A link could not be confirmed before expiresAt.');
  const answer = await till.call('GET', pathOf(waiter));
  checkRecord({ record: answer.body, of: till, id: waiter, answer, state: 'ACTIVE' }, check);
};

const lateConfirmation = async (world: World, till: Till, check: Checks): Promise<void> => {
  const waiter = world.fresh('waiter');
  const put = await till.call('PUT', pathOf(waiter), { phoneNumber, displayName: 'Ola' });
  const id = textOf(put.body, 'tipRecipient', 'id');
  const expiresAt = Date.parse(textOf(put.body, 'tipRecipient', 'expiresAt') ?? '');
  if (id === undefined || Number.isNaN(expiresAt)) return;
  await world.control.advance(Math.max(0, expiresAt - (await world.control.now())) + 1000);
  const confirmed = await world.control.confirmTip(id, true);
  const answer = await till.call('GET', pathOf(waiter));
  check.holds(
    'confirmed-in-time',
    !confirmed && textOf(answer.body, 'linkStatus') !== 'ACTIVE',
    confirmed ? 'it was confirmed' : shown(answer),
    answer,
  );
};
