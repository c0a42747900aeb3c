/** The requests of answers that are read. */
const asked = new WeakMap<ReadableStream, Request>();

/**
 * `fetch` for a request with a signal of its own. Node hears that signal through the request only, which nobody holds while
 * its answer is awaited and read: once it was collected as garbage no limit ended the call any more (Node 24).
 */
export const fetchRequest = async (request: Request): Promise<Response> => {
  const response = await fetch(request);
  if (response.body) asked.set(response.body, request);
  return response;
};
