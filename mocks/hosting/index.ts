export { MissingPackageError, optionalPackage } from './optional-package.ts';
export { type Fetch, serve } from './serve.ts';
