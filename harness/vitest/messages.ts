import type { AllureStory } from '#reports';
import type { Party, RequirementResult, RunResult } from '#schemas';
import type { SuiteOptions } from './suite-run.ts';

type Headers = readonly (readonly [string, string])[];

/** What a suite is started with in a thread; a function cannot be handed over, and is asked by messages. */
export interface ThreadOptions {
  readonly suite: Party;
  readonly options: Omit<SuiteOptions, 'fetch' | 'clock'>;
  readonly hasShop: boolean;
}

/** What the shop answered; without a status it closed the connection. */
export type ShopAnswer =
  | {
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      readonly body: ArrayBuffer;
    }
  | { readonly status: undefined };

export type ToThread =
  | { readonly kind: 'answer'; readonly n: number; readonly answer: ShopAnswer }
  | { readonly kind: 'story'; readonly id: string; readonly hasReporter: boolean }
  | { readonly kind: 'stop' };

export type FromThread =
  /** With the real time. */
  | { readonly kind: 'ready'; readonly now: number }
  | {
      readonly kind: 'call';
      readonly n: number;
      readonly method: string;
      readonly url: string;
      readonly headers: Headers;
      readonly body: ArrayBuffer | undefined;
    }
  | { readonly kind: 'done'; readonly result: RunResult; readonly untried: readonly RequirementResult[] }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'story';
      readonly id: string;
      readonly result: AllureStory['result'];
      readonly contents: ReadonlyMap<string, string>;
    };
