/** Everything the platform knows, as far as the page reads it. */
export interface PlatformState {
  /** Epoch milliseconds of the platform's clock. */
  readonly now: number;
  readonly locations: readonly LocationState[];
}

export interface LocationState {
  readonly integrationProfileId: string;
  readonly merchantTaxId: string;
  readonly kind: 'pos' | 'shop';
  readonly activationAllowed: boolean;
  readonly posAvailable: boolean;
  readonly open: boolean;
  readonly orderTypes: Readonly<Record<'STATION' | 'PICKUP' | 'DELIVERY', 'ACCEPTING' | 'PAUSED'>>;
  readonly queue: readonly QueuedMessage[];
  readonly commands: readonly SentCommand[];
}

export interface QueuedMessage {
  readonly sqsMessageId: string;
  readonly groupId: string;
  readonly messageId?: string | undefined;
  readonly messageKind?: string | undefined;
  readonly inFlight: boolean;
  readonly receiveCount: number;
  readonly visibleAt: number;
}

export interface SentCommand {
  readonly envelope: { readonly messageId: string; readonly messageKind: string; readonly payload: unknown };
  readonly groupId: string;
  readonly sentAt: number;
  readonly result?: unknown;
}
