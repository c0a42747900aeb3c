import type { ControlFields } from '#schemas';
import { toSchema } from './declaration/fields.ts';
import { operationTable } from './control.ts';

const text = { type: 'string' };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const problem = json({ type: 'object', properties: { error: text, message: text }, required: ['error', 'message'] });

export const controlOpenApi = () => {
  const paths: Record<string, Record<string, object>> = {
    '/journal': {
      get: { summary: 'What happened so far', parameters: [after], responses: { 200: { description: 'The entries' } } },
    },
    '/journal/stream': {
      get: {
        summary: 'What happened so far, and then what happens, as server-sent events',
        parameters: [after],
        responses: { 200: { description: 'One entry for each event', content: { 'text/event-stream': {} } } },
      },
    },
  };
  paths['/certification/runs/{id}/report.html'] = {
    get: {
      summary: 'The report of a run that is over',
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      responses: {
        200: { description: 'A page', content: { 'text/html': {} } },
        '4XX': { description: 'None', ...problem },
      },
    },
  };
  for (const { method, path, summary, answer, fields = {} } of operationTable)
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        summary,
        parameters: [
          ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: text })),
          ...(method === 'GET' ? inQuery(fields) : []),
        ],
        ...(method === 'GET' ? {} : requestBody(fields)),
        responses: {
          ...(answer === undefined
            ? { 204: { description: 'Done, and nothing to tell' } }
            : { 200: { description: 'Done', ...json({ type: 'object' }) } }),
          '4XX': { description: 'Not possible', ...problem },
        },
      },
    };
  const info = { title: 'Mock platform control', version: 'v1', description: 'Not part of the protocol.' };
  return { openapi: '3.1.0', info, paths };
};

const after = {
  name: 'after',
  in: 'query',
  schema: { type: 'integer' },
  description: 'Only entries after this number',
};

const inQuery = (fields: ControlFields): readonly object[] =>
  Object.entries(fields).map(([name, { type, required = false, description }]) => ({
    name,
    in: 'query',
    required,
    schema: { type },
    ...(description !== undefined && { description }),
  }));

const requestBody = (fields: ControlFields) =>
  Object.keys(fields).length === 0
    ? {}
    : { requestBody: { required: Object.values(fields).some(({ required }) => required), ...json(toSchema(fields)) } };
