import { expect, test } from 'vitest';
import { MissingPackageError, optionalPackage } from './optional-package.ts';

const missing = (name: string) => async () => {
  throw Object.assign(new Error(`Cannot find package '${name}' imported from here`), { code: 'ERR_MODULE_NOT_FOUND' });
};

test('a package that is not there is asked for by name, with what needs it', async () => {
  const loaded = optionalPackage('some-sdk', 'A queue elsewhere', missing('some-sdk'));
  await expect(loaded).rejects.toThrow('A queue elsewhere needs the package some-sdk: npm install --save-dev some-sdk');
  await expect(loaded).rejects.toThrow(MissingPackageError);
});

test('a package that is there and cannot be loaded says so itself', async () => {
  await expect(optionalPackage('some-sdk', 'A queue', missing('its-dependency'))).rejects.toThrow(/its-dependency/);
  const broken = async () => Promise.reject(new SyntaxError('unexpected token'));
  await expect(optionalPackage('some-sdk', 'A queue', broken)).rejects.toThrow(SyntaxError);
});
