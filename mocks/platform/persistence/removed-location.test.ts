import { expect, test } from 'vitest';
import { openStateStore } from './index.ts';
import { createRig } from '#lab/doubles/platform/platform-rig';
import { testFolder } from '#lab/doubles/test-folder';

const ask = { messageKind: 'TableOrderSnapshotRequested', payload: { tableId: 'T1' }, force: true } as const;

test('of a location that was removed nothing is left, now or after a restart, but its keys are still hidden', async () => {
  const path = testFolder();
  const open = async () => {
    const opened = await openStateStore(path);
    if (!opened.ok) throw new Error(opened.reason);
    const { store } = opened;
    const rig = createRig({ store });
    return { ...rig, stop: () => (rig.platform.close(), store.close()) };
  };
  const first = await open();
  const [gone, kept] = ['bar', 'terrace'].map((integrationProfileId) =>
    first.control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId }),
  );
  if (gone === undefined || kept === undefined) throw new Error('two were added');
  const { apiConfiguration } = (await first.activate(first.control.issuePin('bar').pinCode)).body;
  const { pinCode } = first.control.issuePin('bar');
  first.control.sendCommand('bar', ask);
  first.control.sendCommand('terrace', ask);
  const { queue } = first.control.credentials('bar');
  expect(first.control.credentials('bar')).toMatchObject({ api: apiConfiguration });

  first.control.removeLocation('bar');
  expect(() => first.control.credentials('bar')).toThrow('bar');
  expect(await first.activate(pinCode)).toMatchObject({ body: { success: false } });
  const call = first.signedBy(apiConfiguration);
  expect((await call('POST', '/merchant/v1/async/test')).status).toBe(401);
  expect(first.platform.secrets().values).toEqual(
    expect.arrayContaining([apiConfiguration.secret, queue?.secretAccessKey]),
  );
  // The same name again is another location.
  first.control.addLocation({ merchantTaxId: 'tax-1', integrationProfileId: 'bar' });
  expect(first.control.describe().locations.find((each) => each.integrationProfileId === 'bar')).toMatchObject({
    queue: [],
    commands: [],
    posAvailable: false,
  });
  first.control.removeLocation('bar');
  first.stop();

  const second = await open();
  expect(second.control.describe().locations).toMatchObject([
    { integrationProfileId: 'terrace', queue: [{ messageKind: ask.messageKind }] },
  ]);
  second.stop();
});
