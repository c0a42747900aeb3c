import { firstViolation } from '#schemas';
import { type Checks, defineCheckedScenario, member, shown, status, textOf } from './findings.ts';
import { activate } from './till.ts';
import type { PlatformAnswer, PlatformWorld } from '../context/platform.ts';

const minute = 60_000;

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
    const refused = (answer: PlatformAnswer, what: string, reason: string) => {
      check.answered(answer, what, status(200));
      const found = textOf(answer.body, 'failureReason');
      const no = member(answer.body, 'success') === false && found === reason;
      const expected = `success false with the failureReason ${reason}`;
      check.that(no, `${what} was not refused with ${reason}.`, expected, withoutKeys(answer), answer);
    };

    const pinCode = await control.issuePin(location);
    refused(
      await activate(world, { merchantTaxId: otherTaxId, pinCode }),
      'An activation with the PIN of another merchant',
      'INVALID_OR_EXPIRED_PIN',
    );
    await control.allowActivation(location, false);
    refused(
      await activate(world, { merchantTaxId, pinCode }),
      'An activation that is not allowed now',
      'ACTIVATION_NOT_ALLOWED',
    );
    await control.allowActivation(location, true);
    await succeeds(world, check, { merchantTaxId, pinCode }, location);
    refused(
      await activate(world, { merchantTaxId, pinCode }),
      'An activation with a PIN that was used',
      'INVALID_OR_EXPIRED_PIN',
    );
    refused(
      await activate(world, { merchantTaxId, pinCode: `${pinCode}0` }),
      'An activation with a PIN that was never issued',
      'INVALID_OR_EXPIRED_PIN',
    );

    const shortLived = await control.issuePin(location, minute);
    const twin = await control.issuePin(location, 10 * minute);
    await control.advance(minute + 1000);
    refused(
      await activate(world, { merchantTaxId, pinCode: shortLived }),
      'An activation with an expired PIN',
      'INVALID_OR_EXPIRED_PIN',
    );
    await succeeds(world, check, { merchantTaxId, pinCode: twin }, location);
  },
});

const succeeds = async (
  world: PlatformWorld,
  check: Checks,
  pin: { readonly merchantTaxId: string; readonly pinCode: string },
  location: string,
): Promise<void> => {
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
