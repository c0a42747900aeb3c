import { createRequire } from 'node:module';
import { failed, type OpenClient } from './client.ts';

/** Version 2 of the AWS SDK for JavaScript as of 2.1400: query protocol. */
export const openJavascriptV2: OpenClient = async ({ endpoint, region, accessKeyId, secretAccessKey }) => {
  const require = createRequire(import.meta.url);
  require('aws-sdk/lib/maintenance_mode_message').suppress = true;
  const SQS = require('aws-sdk/clients/sqs');
  const sqs = new SQS({ endpoint, region, accessKeyId, secretAccessKey, maxRetries: 0 });
  return {
    async call(operation, input) {
      try {
        const method = `${operation.slice(0, 1).toLowerCase()}${operation.slice(1)}`;
        return { ok: true, output: await sqs[method](input).promise() };
      } catch (error) {
        return failed(error);
      }
    },
    async [Symbol.asyncDispose]() {},
  };
};
