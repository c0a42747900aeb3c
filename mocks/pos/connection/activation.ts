import type { QueueConfiguration } from '#schemas';
import { type JsonObject, objectOf } from '../../json.ts';
import type { PlatformAnswer } from './call.ts';
import type { ApiCredentials } from './signature.ts';

/** What a successful activation grants. */
export interface Activation {
  readonly credentials: ApiCredentials;
  readonly queue: QueueConfiguration;
}

/** HTTP is always 200: whether it succeeded is in the body. Resources › PosActivationResponse */
export const readActivation = ({ status, body }: PlatformAnswer): Activation | undefined => {
  const { success, apiConfiguration, queueConfiguration } = objectOf(body);
  if (status !== 200 || success !== true) return undefined;
  return grantIn(objectOf(apiConfiguration), objectOf(queueConfiguration));
};

const grantIn = (
  { apiKey, secret }: JsonObject,
  { queueUrl, region, accessKeyId, secretAccessKey }: JsonObject,
): Activation | undefined =>
  typeof apiKey === 'string' &&
  typeof secret === 'string' &&
  typeof queueUrl === 'string' &&
  typeof region === 'string' &&
  typeof accessKeyId === 'string' &&
  typeof secretAccessKey === 'string'
    ? { credentials: { apiKey, secret }, queue: { queueUrl, region, accessKeyId, secretAccessKey } }
    : undefined;
