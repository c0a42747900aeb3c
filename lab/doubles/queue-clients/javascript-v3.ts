import { SQS } from '@aws-sdk/client-sqs';
import { failed, type OpenClient } from './client.ts';

/** The current AWS SDK for JavaScript: JSON protocol. */
export const openJavascriptV3: OpenClient = async ({ endpoint, region, accessKeyId, secretAccessKey }) => {
  const sqs = new SQS({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 });
  return {
    async call(operation, input) {
      try {
        const method = `${operation.slice(0, 1).toLowerCase()}${operation.slice(1)}`;
        return { ok: true, output: await Reflect.get(sqs, method).call(sqs, input) };
      } catch (error) {
        return failed(error);
      }
    },
    async [Symbol.asyncDispose]() {
      sqs.destroy();
    },
  };
};
