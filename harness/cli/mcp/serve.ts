import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { isSea } from 'node:sea';
import { MissingPackageError, optionalPackage } from '#mocks/hosting';
import { bundledSchema, type RunEvent, type ShapeName } from '#schemas';
import { tool } from '../../config/tool.ts';
import { UsageError } from '../../config/usage-error.ts';
import { temporaryFolder } from '../../output/temporary-folder.ts';
import type { CommandArgs } from '../args.gen.ts';
import type { CliContext } from '../cli-context.ts';
import { answers } from '../command-table.ts';
import { type Given, type Tool, tools, wordsOf } from './tools.ts';

/** `conformance mcp`: the commands as tools of the Model Context Protocol, over standard input and output until these end. */
export const serveMcp = async ({ allow = [] }: CommandArgs['mcp'], context: CliContext): Promise<number> => {
  const { Server, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema } = await sdk();
  // The single executable is the program itself.
  const program = isSea() ? [] : [process.argv[1] ?? ''];
  using platform = createPlatformTools(context, program);
  const allowed = Object.entries(tools).filter(([, { needs }]) => needs === undefined || allow.includes(needs));
  const server = new Server(tool(), { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: allowed.map(([name, { command, description, needs, input }]) => ({
      name,
      description,
      inputSchema: input,
      // A list is told as text alone, since a client wants an object.
      ...(command !== undefined && command !== 'list' && { outputSchema: outputOf(answers[command]) }),
      annotations: { readOnlyHint: needs === undefined, openWorldHint: needs !== undefined },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sendNotification }) => {
    const { name, arguments: given = {}, _meta: { progressToken } = {} } = params;
    const onStep = async (progress: number, total: number, message: string): Promise<void> =>
      progressToken === undefined
        ? undefined
        : await sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, total, message },
          });
    try {
      const [, asked] = allowed.find(([known]) => known === name) ?? [];
      if (asked === undefined) throw new Error(`There is no tool ${name}, or it needs --allow.`);
      if (name === 'platform_start' || name === 'platform_call') return answered(await platform[name](given));
      return answered(await answerOf(asked, given, { context, program, signal, onStep }));
    } catch (error) {
      return { isError: true, content: [{ type: 'text' as const, text: (error as Error).message }] };
    }
  });
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  context.onInterrupt(() => void server.close());
  process.stdin.once('end', () => void server.close());
  await server.connect(new StdioServerTransport());
  await closed;
  return 0;
};

/** Without the name of its draft, which not every client knows. */
const outputOf = (shape: ShapeName) => {
  const { $schema, ...schema } = bundledSchema(shape);
  return { ...schema, type: 'object' as const };
};

const instructions =
  'Certifies shops and tills against the checkout-by-scanning specification. Tools that call a target or start the platform are there only where conformance mcp was started with --allow run, doctor or platform.';

const sdk = async () => {
  try {
    return await optionalPackage('@modelcontextprotocol/sdk', 'conformance mcp', async () => ({
      ...(await import('@modelcontextprotocol/sdk/server/index.js')),
      ...(await import('@modelcontextprotocol/sdk/server/stdio.js')),
      ...(await import('@modelcontextprotocol/sdk/types.js')),
    }));
  } catch (error) {
    if (error instanceof MissingPackageError) throw new UsageError(`${error.message}.`);
    throw error;
  }
};

const answered = (answer: object) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(answer) }],
  isError: 'error' in answer,
  ...(!Array.isArray(answer) && !('error' in answer) && { structuredContent: { ...answer } }),
});

interface Calling {
  readonly context: CliContext;
  readonly program: readonly string[];
  readonly signal: AbortSignal;
  readonly onStep: (progress: number, total: number, message: string) => Promise<void>;
}

/** What the command answers, in a process of its own: it may take minutes, and end as it likes. */
const answerOf = async (
  asked: Tool,
  given: Given,
  { context: { cwd, env }, program, signal, onStep }: Calling,
): Promise<object> => {
  const { command = '', isWriting = false } = asked;
  const how = command === 'run' ? '--events' : '--json';
  const out = isWriting ? [`--out=${temporaryFolder().path}`] : [];
  const words = [...program, ...command.split(' '), how, ...out, ...wordsOf(asked, given)];
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  const stop = (): void => void child.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  const lines: string[] = [];
  let [done, planned] = [0, 0];
  for await (const line of createInterface({ input: child.stdout })) {
    const event = how === '--events' ? (JSON.parse(line) as RunEvent) : undefined;
    if (event === undefined) lines.push(line);
    else if (event.event === 'answer') lines.push(JSON.stringify(event.answer));
    else if (event.event === 'run-started') planned = event.scenarios.length;
    else if (event.event === 'scenario-finished')
      await onStep((done += 1), planned, `${event.scenario} ${event.status}`);
  }
  signal.removeEventListener('abort', stop);
  return JSON.parse(lines.join('\n')) as object;
};

/** The mock platform in a process of its own, and its control API, which describes itself. */
const createPlatformTools = ({ cwd, env }: Pick<CliContext, 'cwd' | 'env'>, program: readonly string[]) => {
  let child: ChildProcess | undefined;
  let addresses: Readonly<Record<string, string>> = {};
  const start = async (words: readonly string[]): Promise<void> => {
    const started = spawn(process.execPath, [...program, 'platform', ...words], { cwd, env });
    let wrong = '';
    started.stderr.on('data', (text: Buffer) => (wrong += text.toString()));
    // All addresses come at once.
    const [said] = (await Promise.race([once(started.stdout, 'data'), once(started, 'close')])) as [unknown];
    addresses = Object.fromEntries([...String(said).matchAll(/^(\w+) +(http\S+)$/gm)].map(([, ...pair]) => pair));
    if (addresses['control'] === undefined) throw new Error(wrong.trim());
    child = started;
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    if (child === undefined) throw new Error('The platform does not run. Call platform_start first.');
    const response = await fetch(new URL(path, addresses['control']), init);
    const body = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${body}`);
    return body === '' ? null : JSON.parse(body);
  };
  return {
    async platform_start(given: Given): Promise<object> {
      if (child === undefined) await start(wordsOf({}, given));
      const { paths } = (await ask('/openapi.json')) as { readonly paths: Readonly<Record<string, Operations>> };
      const operations = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { summary = '' }]) => `${method.toUpperCase()} ${path}  ${summary}`),
      );
      return { api: addresses['platform'], control: addresses['control'], operations };
    },
    async platform_call({ method, path, body }: Given): Promise<object> {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json' };
      return { answer: await ask(String(path), { method: String(method), headers, ...sent }) };
    },
    [Symbol.dispose]: () => void child?.kill('SIGINT'),
  };
};

type Operations = Readonly<Record<string, { readonly summary?: string }>>;
