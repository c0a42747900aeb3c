import { expectTypeOf, test } from 'vitest';
import type { SyncReport } from '#mocks/platform/catalogue/index';
import type { Control } from '#mocks/platform/control/control';
import type { JournalEntry } from '#mocks/platform/control/journal';
import type { ExchangeDetail } from '#mocks/platform/exchanges/exchange-view';
// oxlint-disable-next-line no-restricted-imports
import type * as catalogue from '../../console/page/wire/catalogue.ts';
// oxlint-disable-next-line no-restricted-imports
import type * as checkout from '../../console/page/wire/checkout.ts';
// oxlint-disable-next-line no-restricted-imports
import type * as exchange from '../../console/page/wire/exchange.ts';
// oxlint-disable-next-line no-restricted-imports
import type * as journal from '../../console/page/wire/journal-entry.ts';
// oxlint-disable-next-line no-restricted-imports
import type * as state from '../../console/page/wire/platform-state.ts';

// The compiler is the check: a change of what the control API answers does not compile here until the page follows.
test('the page reads what the control API sends', () => {
  expectTypeOf<JournalEntry>().toExtend<journal.JournalEntry>();
  expectTypeOf<ReturnType<Control['describe']>>().toExtend<state.PlatformState>();
  expectTypeOf<ReturnType<Control['checkout']>>().toExtend<checkout.Checkout>();
  expectTypeOf<ExchangeDetail>().toExtend<exchange.Exchange>();
  expectTypeOf<SyncReport>().toExtend<catalogue.SyncReport>();
});
