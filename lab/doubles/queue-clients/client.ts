/** What the contract asks of a vendor's SDK, so that one suite runs through several of them. */
export interface ContractClient extends AsyncDisposable {
  /** Calls an operation by its name, in the JSON protocol's member names, through the SDK's own method for it. */
  call(operation: Operation, input: Record<string, unknown>): Promise<Called>;
}

export type Operation =
  | 'ReceiveMessage'
  | 'DeleteMessage'
  | 'DeleteMessageBatch'
  | 'ChangeMessageVisibility'
  | 'SendMessage'
  | 'GetQueueAttributes'
  | 'GetQueueUrl'
  | 'PurgeQueue';

/** The SDK's result with its types (a Date or a Buffer becomes text), or the error code as the SDK reports it. */
export type Called =
  | { readonly ok: true; readonly output: Received }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface Received {
  readonly Messages?: readonly {
    readonly MessageId: string;
    readonly ReceiptHandle: string;
    readonly Body: string;
    readonly MD5OfMessageAttributes?: string;
    readonly Attributes?: Readonly<Record<string, string>>;
    readonly MessageAttributes?: Readonly<Record<string, { readonly StringValue?: string; readonly DataType: string }>>;
  }[];
  readonly Successful?: readonly { readonly Id: string }[];
  readonly Failed?: readonly { readonly Id: string; readonly Code: string }[];
}

export interface ClientSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type OpenClient = (settings: ClientSettings) => Promise<ContractClient>;

export const failed = (error: unknown): Called => {
  const { name, code, Code, message } = Object(error);
  return { ok: false, code: String(Code ?? code ?? name), message: String(message) };
};
