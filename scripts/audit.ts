/**
 * `npm run audit`: reports dependencies with known vulnerabilities. It never fails: without network or registry support
 * it says so within half a minute.
 */
import { dirname } from 'node:path';
import { describeAudit } from './describe-audit.ts';
import { runTool } from './run-tool.ts';

const LIMIT_MS = 30_000;
const ARGUMENTS = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000', '--loglevel=silent'];

const { npm_execpath: npm } = process.env;
if (npm === undefined) {
  console.log('audit: no report: run it as `npm run audit`');
} else {
  const { output } = await runTool({
    command: [npm, ...ARGUMENTS],
    cwd: dirname(import.meta.dirname),
    limitMs: LIMIT_MS,
    isQuiet: true,
  });
  for (const line of describeAudit(output)) console.log(line);
}
