import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { MissingPackageError, optionalPackage } from '#mocks/hosting';
import { UsageError } from '../config/usage-error.ts';

/** A place in an S3-compatible store: `s3://bucket/prefix`. Names are below the prefix. */
export type Bucket = Awaited<ReturnType<typeof openBucket>>;

export const isBucket = (place: string): boolean => /^s3:/i.test(place);

/** Throws a UsageError for what cannot be opened; what the store refuses is one as well, in its own words. */
export const openBucket = async (place: string, env: Readonly<Record<string, string | undefined>>) => {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/i.exec(place) ?? [];
  if (bucket === undefined) throw new UsageError(`${place} is no place in a bucket. Give s3://BUCKET/PREFIX.`);
  const prefix = path === '' || path.endsWith('/') ? path : `${path}/`;
  const { S3Client, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } = await loaded(place);
  const client = new S3Client(settingsIn(env));
  const told = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } catch (error) {
      const { name, message } = error as Error;
      throw new UsageError(`${place} cannot be used: ${name === message ? name : `${name}: ${message}`}`);
    }
  };
  return {
    async *names(): AsyncGenerator<string> {
      for (let token: string | undefined, more = true; more; ) {
        const listed = await told(
          client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token })),
        );
        for (const { Key = '' } of listed.Contents ?? []) yield Key.slice(prefix.length);
        token = listed.NextContinuationToken;
        more = listed.IsTruncated === true && token !== undefined;
      }
    },
    /** Undefined where there is none. */
    async read(name: string): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + name }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return undefined;
        return await told(Promise.reject(error as Error));
      }
    },
    async write(name: string, content: Uint8Array): Promise<void> {
      await told(client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + name, Body: content })));
    },
    [Symbol.dispose]: (): void => client.destroy(),
  };
};

const loaded = async (place: string) => {
  try {
    return await optionalPackage('@aws-sdk/client-s3', place, async () => await import('@aws-sdk/client-s3'));
  } catch (error) {
    if (error instanceof MissingPackageError) throw new UsageError(`${error.message}.`);
    throw error;
  }
};

/** The usual variables of AWS say where and who. Stores of others are told by a path, and few know the newer checksums. */
const settingsIn = (env: Readonly<Record<string, string | undefined>>): S3ClientConfig => {
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'];
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint ? 'us-east-1' : undefined);
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  return {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(region && { region }),
    ...(accessKeyId &&
      secretAccessKey && {
        credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      }),
  };
};
