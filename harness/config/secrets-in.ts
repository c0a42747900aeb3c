import type { Config } from '#schemas';
import { secretValues } from '#traffic';

/** What a configuration holds that must never be written, besides the headers of the merchant and what the environment gave. */
export const secretsIn = ({ merchant, queue, triggers = {} }: Config): readonly string[] => {
  const { apiKey = '', secret = '' } = merchant?.signature ?? {};
  const { accessKeyId = '', secretAccessKey = '' } = queue ?? {};
  const keys = [apiKey, secret, accessKeyId, secretAccessKey];
  return [
    // A key that is an ordinary word is hidden in its header; hiding it everywhere would destroy the text around it.
    ...keys.filter((key) => key === secret || !/^[a-z]*$/i.test(key)),
    ...Object.values(triggers).flatMap((trigger) => secretValues(trigger.http?.headers ?? {})),
  ];
};
