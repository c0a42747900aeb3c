import type { CallName } from '#schemas';

/** JSON as it was read, or the one sentence that says why it cannot be. */
export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string /** By a limit of our own. */; readonly isCut?: boolean };

/** A body: read once, its content coding taken off once, parsed once, however many ask. */
export interface Body {
  /** As it came. */
  readonly bytes: Uint8Array;
  /** Without its content coding; as it came where that cannot be taken off. */
  readonly plain: Uint8Array;
  /** There was more than was kept, so that nobody can judge it. */
  readonly truncated: boolean;
  /** Parsed when first asked for. */
  readonly json: ReadJson;
  /** Strict UTF-8; undefined where it is something else. */
  readonly text: string | undefined;
  /** It begins with a byte order mark, which is read over. */
  readonly hasMark: boolean;
}

/** What a call is, told once by its method, its address and the settings in force. */
export interface NamedCall {
  readonly name: CallName;
  readonly party: 'merchant' | 'pos' | 'queue';
  /** Of callbacks and pushed events. */
  readonly messageKind?: string;
  /** Of callbacks, and of events where the settings say their id travels. */
  readonly messageId?: string;
  /** The {id} of a tip recipient. */
  readonly id?: string;
  /** Of calls to the queue. */
  readonly action?: string;
}

/** What a command is about, as far as several exchanges are compared by it. */
export interface About {
  /** The table it is about, where it is about one. */
  readonly tableId?: string;
  /** The station that is a kiosk. */
  readonly kioskId?: string;
  /** Of a Test message: what its callback has to carry. */
  readonly nonce?: string;
  /** Of a payment, or of one that failed: the bill that it names. */
  readonly posBillId?: string;
  /** The payment that comes with it. */
  readonly oaPaymentId?: string;
  /** And its amount, in minor units. */
  readonly paidValue?: number;
  /** Of a request for a whole bill: the updatedAt it knows of; without one it is for the table as it is. */
  readonly wholeBill?: { readonly checkpoint?: string };
  /** Of a request for a bill of some lines, and what it says of them, which are not many: their identifiers, whatever these are called. */
  readonly partBill?: { readonly checkpoint?: string; readonly selected?: readonly string[] };
  /** Of an order. */
  readonly ordered?: Ordered;
}

/** The items of an order, whose shape is not shown. */
export interface Ordered {
  /** As one text, or its digest. */
  readonly items: string;
  readonly count: number;
  /** What they say in words, which are not many: what each is an order of, whatever that is called. */
  readonly texts: readonly string[];
}

/** What a poll asked for, and what came with it. */
export interface QueuePoll {
  readonly waitSeconds?: number;
  readonly maxMessages?: number;
  readonly messages: readonly (About & {
    /** As in the envelope, which is what callbacks name. */
    readonly messageId: string;
    readonly messageKind: string;
    readonly groupId: string;
    readonly receiptHandle: string;
    /** How often it was delivered, this time included; absent where nobody asked the queue for that. */
    readonly receiveCount?: number;
    /** As in the envelope: of the business operation that is asked for. */
    readonly idempotencyKey?: string;
    /** Epoch milliseconds: since when it was in the queue, where that is known. */
    readonly queuedAt?: number;
  })[];
  /** There may have been more messages than are known: their answer was captured in a way that cannot be read. */
  readonly partial?: true;
}

export interface QueueDeletion {
  /** The message the handle belongs to; absent for a handle never issued. */
  readonly messageId?: string;
  readonly receiptHandle: string;
  /** `stale`: of an earlier or timed-out delivery. */
  readonly outcome: 'deleted' | 'stale' | 'invalid' | 'faulted';
  /** Its answer did not reach the till, which may well ask once more. */
  readonly lost?: true;
}

/** A call to the queue in a till's terms. */
export type QueueCall =
  | ({ readonly action: 'receive' } & QueuePoll)
  | { readonly action: 'delete'; readonly deletions: readonly QueueDeletion[] }
  | { readonly action: 'refused'; readonly named: string; readonly reason: string };

/** Where a message that was received had waited. */
export interface Queued {
  readonly messageId: string;
  readonly groupId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What only whoever received the call can tell: filled by the mock platform's tap, absent in captured traffic. */
export interface Facts {
  /** The location the caller's credentials belong to. */
  readonly integrationProfileId?: string;
  /** The web shop that was called, by its name on the mock platform. */
  readonly shop?: string;
  /** The key of the API or of the queue that the call names, whether or not it was issued. */
  readonly key?: string;
  /** The keys that an activation issued. Absent where its answer tells. */
  readonly issued?: { readonly apiKey: string; readonly accessKeyId: string };
  /** `signed: false` says in `problem` why not. Absent where nobody looked. */
  readonly signature?: { readonly signed: boolean; readonly problem?: string };
  /** The answer is a fault that was asked for, not what the platform thinks of the call. */
  readonly injected?: string;
  /** The message a test call started. */
  readonly testMessageId?: string;
  readonly queue?: QueueCall;
  /** Of a receive that somebody wrote down: what its body may not tell. */
  readonly queued?: readonly Queued[];
  /** Those of ours that were under way when it was sent. Absent where nothing but the times tell. */
  readonly beside?: readonly number[];
  /** Of the basket that is retrieved: with which user a run had it made, if with any. Absent where it is another's. */
  readonly made?: { readonly loggedUser?: string };
}

/** One request and what came of it, whoever made it: in a run, on the mock platform, or captured elsewhere. */
export interface Exchange {
  readonly n: number;
  /** Epoch milliseconds: when the request arrived or went out. */
  readonly at: number;
  /** Epoch milliseconds: when the answer was complete, or the call given up. */
  readonly answeredAt: number;
  /** Who made the call. */
  readonly sender: 'harness' | 'target';
  readonly call: NamedCall;
  readonly request: {
    readonly method: string;
    /** As called: absolute where we called, path and query where we were called. */
    readonly url: string;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Body;
  };
  /** Absent where there was none; then `failure` says why. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Body;
  };
  readonly failure?: { readonly code: string; readonly message: string; readonly blame?: 'target' | 'ours' | 'proxy' };
  readonly facts: Facts;
}
