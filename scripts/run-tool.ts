import { spawn, type StdioOptions } from 'node:child_process';

/** One run of a script by the Node that runs this. */
export interface ToolRun {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** After this long it is stopped: a test that loops keeps its runner from ending by itself. */
  readonly limitMs: number;
  /** True to hand its output back instead of passing it on. */
  readonly isQuiet: boolean;
}

/** How a tool ended; `output` is what it printed on both streams, in order, when that was asked for. */
export interface ToolEnd {
  readonly ok: boolean;
  readonly output: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What a tool may take to end in order; then it is ended. */
const PATIENCE_MS = 10_000;

/** Aborted once this process is told to stop; listening begins with the first tool. */
let told: AbortSignal | undefined;

function listen(): AbortSignal {
  const controller = new AbortController();
  for (const signal of SIGNALS) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Runs a tool to its end. When this process is told to stop, so is the tool, and no other begins. */
export async function runTool({ command, cwd, env, limitMs, isQuiet }: ToolRun): Promise<ToolEnd> {
  told ??= listen();
  if (told.aborted) return { ok: false, output: 'Not begun: told to stop\n' };
  const stdio: StdioOptions = isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(process.execPath, command, { cwd, stdio, env: { ...process.env, ...env } });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const late = AbortSignal.timeout(limitMs);
  AbortSignal.any([told, late]).addEventListener('abort', () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS).unref();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (late.aborted) chunks.push(Buffer.from(`\nStopped: it was not done after ${Math.round(limitMs / 1000)} s\n`));
  const output = Buffer.concat(chunks).toString('utf8');
  if (!isQuiet) process.stdout.write(output);
  return { ok: code === 0 && !late.aborted && !told.aborted, output };
}
