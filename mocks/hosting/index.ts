export {
  type Answer,
  type Answering,
  type AnsweringSome,
  type Arrival,
  type PlainFetch,
  toFetch,
  toResponse,
} from './arrival.ts';
export { installing, MissingPackageError, optionalPackage } from './optional-package.ts';
export { type Fetch, serve, fetchRequest } from './serve.ts';
