import { hash } from 'node:crypto';

/** An id is a stranger's text of any length; of a long one its digest is remembered. */
export const shortened = (id: string): string => (id.length <= longestId ? id : hash('sha256', id, 'base64url'));

const longestId = 200;
