import { dirname } from 'node:path';
import { runTool } from './run-tool.ts';

const LIMIT_MS = 30_000;
const ARGUMENTS = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000', '--loglevel=silent'];

/** The output of `npm audit --json` for the lock file; undefined where npm did not start this process. */
export async function runAudit(): Promise<string | undefined> {
  const { npm_execpath: npm } = process.env;
  if (npm === undefined) return undefined;
  const cwd = dirname(import.meta.dirname);
  const { output } = await runTool({ command: [npm, ...ARGUMENTS], cwd, limitMs: LIMIT_MS, isQuiet: true });
  return output;
}
