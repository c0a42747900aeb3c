import { randomBytes, randomUUID } from 'node:crypto';
import { type ActivatePos, type PosActivationResponse, firstViolation } from '#schemas';
import { redacted } from '#traffic';
import { type Answer, jsonAnswer } from '../calls/answer.ts';
import { type Call, notJson } from '../calls/call.ts';
import type { Settings } from '../state/settings.ts';
import type { Location, Pin, State } from '../state/state.ts';

interface Deps {
  readonly state: State;
  readonly settings: Settings;
  readonly clock: { now(): number };
}

type FailureReason = 'INVALID_OR_EXPIRED_PIN' | 'ACTIVATION_NOT_ALLOWED';

/** POST /merchant/v1/pos/activate: always 200, whether or not it succeeds. */
export const activatePos = ({ request, body: { json }, unread, emit, note }: Call, deps: Deps): Answer => {
  if (unread !== undefined) return unread;
  if (!json.ok) return notJson;
  const found = findPin(json.value, deps.state, deps.clock.now());
  if ('failureReason' in found) {
    const { failureReason } = found;
    emit({ kind: 'activation', body: told(json.value, deps.state), success: false, failureReason });
    return jsonAnswer({ success: false, ...found });
  }
  const { location } = found.pin;
  deps.state.pins.set(found.pinCode, { ...found.pin, consumed: true });
  location.capability.alive();
  const { integrationProfileId } = location;
  emit({ kind: 'activation', body: told(json.value, deps.state), success: true, integrationProfileId });
  note({ integrationProfileId });
  return jsonAnswer(activated(location, deps, new URL(request.url).origin));
};

/** Who asked, by the members there are for it: a PIN may stand anywhere else, and may not have been used. */
const told = (body: unknown, { pins }: Pick<State, 'pins'>): object => {
  const given = Object(body) as Readonly<Record<string, unknown>>;
  const hide = (digits: string): string => (pins.has(digits) ? redacted : digits);
  const shown = ['merchantTaxId', 'softwareName', 'softwareVersion'].flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' ? [[name, value.slice(0, 200).replaceAll(/\d{6}/g, hide)] as const] : [];
  });
  return { ...Object.fromEntries(shown), ...('pinCode' in given && { pinCode: redacted }) };
};

const findPin = (
  body: unknown,
  state: State,
  now: number,
):
  | { readonly pin: Pin; readonly pinCode: string }
  | { readonly failureReason: FailureReason; readonly message: string } => {
  const failed = (failureReason: FailureReason, message: string) => ({ failureReason, message });
  const violation = firstViolation('activate-pos', body);
  if (violation !== undefined)
    return failed(
      'INVALID_OR_EXPIRED_PIN',
      `The body is not valid at ${violation.pointer || '/'}: ${violation.message}`,
    );
  const { merchantTaxId, pinCode } = body as ActivatePos;
  const pin = state.pins.get(pinCode);
  const usable = pin !== undefined && !pin.consumed && now < pin.expiresAt;
  // One wording for all four, so that nobody can try out which PINs exist.
  if (!usable || pin.location.merchant.merchantTaxId !== merchantTaxId)
    return failed('INVALID_OR_EXPIRED_PIN', 'The PIN does not exist, expired, was used, or is not of this tax id.');
  return pin.location.activationAllowed
    ? { pin, pinCode }
    : failed('ACTIVATION_NOT_ALLOWED', 'Merchant, profile, location or POS capability does not allow activation.');
};

const activated = (location: Location, { state, settings }: Deps, origin: string): PosActivationResponse => {
  const { apiKey, secret } = issueApiCredentials(location, state);
  const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
  const secretAccessKey = randomBytes(30).toString('base64');
  state.queueCredentials.set(accessKeyId, { accessKeyId, secretAccessKey, location });
  return {
    success: true,
    merchantId: location.merchant.merchantId,
    integrationProfileId: location.integrationProfileId,
    apiConfiguration: { apiKey, secret },
    queueConfiguration: {
      queueUrl: queueUrlOf(settings.publicUrl ?? origin, location),
      region: settings.queue.region,
      accessKeyId,
      secretAccessKey,
    },
  };
};

export const queueUrlOf = (address: string, { queueName }: Pick<Location, 'queueName'>): string =>
  `${address}/000000000000/${queueName}`;

export const issueApiCredentials = (location: Location, state: State) => {
  const credentials = { apiKey: randomUUID(), secret: randomBytes(32).toString('base64url'), location };
  state.apiCredentials.set(credentials.apiKey, credentials);
  return credentials;
};
