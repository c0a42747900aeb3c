import { type MerchantSignature, firstViolation } from '#schemas';
import { toScheme } from '../../signatures/settings.ts';
import { ControlError } from '../declaration/control-error.ts';

/** `merchant.signature` of the configuration, as data only: a module is code, which nobody names from outside. */
export const readSignature = (given: object): MerchantSignature => {
  const violation = firstViolation('config', { merchant: { signature: given } });
  if (violation !== undefined) throw bad(violation.message);
  const signature = given as MerchantSignature;
  const { apiKey: _, secret: __, responses, ...calls } = signature;
  for (const scheme of [calls, responses ?? {}]) {
    if ('module' in scheme) throw bad('signature.module: only a configuration file may name a module.');
    try {
      toScheme(scheme);
    } catch (error) {
      throw bad(`signature: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return signature;
};

const bad = (message: string) => new ControlError(400, 'InvalidBody', message);
