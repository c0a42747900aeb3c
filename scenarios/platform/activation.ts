import { firstViolation } from '#schemas';
import { type Checks, defineCheckedScenario, member, shown, status, textOf } from './findings.ts';
import { activate } from './till.ts';
import type { PlatformAnswer, PlatformWorld } from '../context/platform.ts';

const minute = 60_000;

type Pin = Parameters<typeof activate>[1];

export default defineCheckedScenario({
  id: 'platform/activation-pins',
  title: 'A PIN activates once, in its time, for its merchant',
  covers: 'platform/activation',
  async run(world, check) {
    const { control } = world;
    const merchantTaxId = world.fresh('tax');
    const location = await control.addLocation({ merchantTaxId });
    const otherTaxId = world.fresh('tax');
    await control.addLocation({ merchantTaxId: otherTaxId });
    const refused = async (pin: Pin, what: string, reason = 'INVALID_OR_EXPIRED_PIN') => {
      const answer = await activate(world, pin);
      check.answered(answer, what, status(200));
      const found = textOf(answer.body, 'failureReason');
      const no = member(answer.body, 'success') === false && found === reason;
      const expected = `success false with the failureReason ${reason}`;
      check.that(no, `${what} was not refused with ${reason}.`, expected, withoutKeys(answer), answer);
    };

    const pinCode = await control.issuePin(location);
    await refused({ merchantTaxId: otherTaxId, pinCode }, 'An activation with the PIN of another merchant');
    await control.allowActivation(location, false);
    await refused({ merchantTaxId, pinCode }, 'An activation that is not allowed now', 'ACTIVATION_NOT_ALLOWED');
    await control.allowActivation(location, true);
    await succeeds(world, check, { merchantTaxId, pinCode }, location);
    await refused({ merchantTaxId, pinCode }, 'An activation with a PIN that was used');
    await refused({ merchantTaxId, pinCode: `${pinCode}0` }, 'An activation with a PIN that was never issued');

    const shortLived = await control.issuePin(location, minute);
    const twin = await control.issuePin(location, 10 * minute);
    await control.advance(minute + 1000);
    await refused({ merchantTaxId, pinCode: shortLived }, 'An activation with an expired PIN');
    await succeeds(world, check, { merchantTaxId, pinCode: twin }, location);
  },
});

const succeeds = async (world: PlatformWorld, check: Checks, pin: Pin, location: string): Promise<void> => {
  const answer = await activate(world, pin);
  const what = 'An activation with a good PIN';
  check.answered(answer, what, status(200));
  const violation = firstViolation('pos-activation-response', answer.body);
  const whole = violation === undefined && member(answer.body, 'success') === true;
  check.that(
    whole,
    `${what} did not succeed with everything a POS needs.`,
    'success true with merchantId, integrationProfileId, apiConfiguration and queueConfiguration',
    violation === undefined ? withoutKeys(answer) : `${violation.pointer || '/'} ${violation.message}`,
    answer,
  );
  const profile = textOf(answer.body, 'integrationProfileId');
  check.that(
    profile === undefined || profile === location,
    `${what} bound the POS to another profile.`,
    location,
    profile ?? 'none',
    answer,
  );
};

/** Issued keys have no place in a report. */
const withoutKeys = (answer: PlatformAnswer): string =>
  member(answer.body, 'success') === true ? `${answer.status}: success true` : shown(answer);
