import { toBody } from '#traffic';
import type { PlatformTarget } from '../config/platform-target.ts';
import { createDispatcher } from '../client/dispatcher.ts';
import { createOutbound } from '../client/outbound.ts';
import type { DoctorDeps } from './merchant-doctor.ts';
import { failure as failed, fine, type SetUpCheck } from './set-up-check.ts';

/** Whether platform and control driver answer at all; our own mock does. */
export const examinePlatform = async (
  target: PlatformTarget | undefined,
  { clock, signal, env }: Pick<DoctorDeps, 'clock' | 'signal' | 'env'>,
): Promise<SetUpCheck> => {
  if (target === undefined) return fine('platform', 'our own mock is certified');
  const dispatcher = createDispatcher({}, env);
  const outbound = createOutbound({ dispatcher, clock, signal });
  const get = async (url: string) => await outbound({ method: 'GET', url, headers: {}, timeoutMs: 10_000 });
  try {
    const { failure } = await get(target.url);
    if (failure !== undefined) return no('platform.url', `${target.url} does not answer: ${failure.message}`);
    const { bytes, failure: silence } = await get(`${target.controlUrl}/clock`);
    if (silence !== undefined)
      return no('platform.controlUrl', `${target.controlUrl} does not answer: ${silence.message}`);
    const { json } = toBody(bytes);
    return json.ok && typeof Object(json.value).now === 'number'
      ? fine('platform', `${target.url} and its control driver answer`)
      : no('platform.controlUrl', `${target.controlUrl}/clock tells no time, so it is no control driver`);
  } finally {
    await dispatcher.destroy();
  }
};

const no = (key: string, why: string): SetUpCheck => failed('platform', `${why}.`, key);
