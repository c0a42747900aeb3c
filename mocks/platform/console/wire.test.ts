import { expectTypeOf, test } from 'vitest';
import type { SyncReport } from '../catalogue/index.ts';
import type { Control } from '../control/control.ts';
import type { JournalEntry } from '../control/journal.ts';
import type { ExchangeDetail } from '../exchanges/exchange-view.ts';
import type * as catalogue from './page/wire/catalogue.ts';
import type * as checkout from './page/wire/checkout.ts';
import type * as exchange from './page/wire/exchange.ts';
import type * as journal from './page/wire/journal-entry.ts';
import type * as state from './page/wire/platform-state.ts';

// The compiler is the check: a change of what the control API answers does not compile here until the page follows.
test('the page reads what the control API sends', () => {
  expectTypeOf<JournalEntry>().toExtend<journal.JournalEntry>();
  expectTypeOf<ReturnType<Control['describe']>>().toExtend<state.PlatformState>();
  expectTypeOf<ReturnType<Control['checkout']>>().toExtend<checkout.Checkout>();
  expectTypeOf<ExchangeDetail>().toExtend<exchange.Exchange>();
  expectTypeOf<SyncReport>().toExtend<catalogue.SyncReport>();
});
