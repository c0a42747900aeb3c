/** The keys in the body of an activation, which must never be written. */
export const issuedKeys = (body: unknown): readonly string[] => {
  const { apiConfiguration, queueConfiguration } = Object(body);
  const { apiKey, secret } = Object(apiConfiguration);
  const { accessKeyId, secretAccessKey } = Object(queueConfiguration);
  return [apiKey, secret, accessKeyId, secretAccessKey].filter((key) => typeof key === 'string');
};
