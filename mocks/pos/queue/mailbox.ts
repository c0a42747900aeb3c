/** A message as the queue handed it out. */
export interface Delivery {
  readonly receiptHandle: string;
  readonly body: string;
  /** Empty when the till did not ask for it. */
  readonly groupId: string;
  readonly receiveCount: number;
}

/** A till's view of its queue, whatever the client behind it. Failures of the service are thrown. */
export interface Mailbox {
  readonly receive: (
    wish: { readonly waitSeconds: number; readonly max: number },
    signal: AbortSignal,
  ) => Promise<readonly Delivery[]>;
  readonly delete: (receiptHandle: string) => Promise<void>;
  readonly close: () => void;
}
