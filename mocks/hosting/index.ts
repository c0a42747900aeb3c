export { type Fetch, serve } from './serve.ts';
