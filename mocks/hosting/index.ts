export { type Fetch, type Served, serve } from './serve.ts';
