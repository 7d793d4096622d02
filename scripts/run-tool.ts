import { spawn, type StdioOptions } from 'node:child_process';

/** A run of a script by this Node. */
export interface ToolRun {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Time limit: a looping test keeps its runner alive. */
  readonly limitMs: number;
  /** True to return its output instead of passing it on. */
  readonly isQuiet: boolean;
}

/** How a tool ended; `output` has both streams in order, when requested. */
export interface ToolEnd {
  readonly ok: boolean;
  readonly output: string;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Time to end in order, before it is killed. */
const PATIENCE_MS = 10_000;

/** Aborted when this process is told to stop; listening starts with the first tool. */
let told: AbortSignal | undefined;

function listen(): AbortSignal {
  const controller = new AbortController();
  for (const signal of SIGNALS) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** Runs a tool to its end. When this process is told to stop, the tool stops and no other starts. */
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
