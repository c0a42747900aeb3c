export { loadQueueClient } from './sdk-till/mailbox.ts';
export * from './public.ts';
