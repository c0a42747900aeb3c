import { writeSync } from 'node:fs';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { createPlatform } from '#mocks/platform';
import { openStateStore } from '#mocks/platform';

// A whole platform on sockets, for the test that kills it.
const opened = await openStateStore(process.argv[2] ?? '');
if (!opened.ok) throw new Error(opened.reason);
const platform = createPlatform({ clock: systemClock, store: opened.store });
const api = await serve(platform.fetch);
const control = await serve(platform.controlFetch);
writeSync(1, `${JSON.stringify({ url: api.url, controlUrl: control.url })}\n`);
