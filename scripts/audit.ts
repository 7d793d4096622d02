/**
 * `npm run audit`: reports dependencies with known vulnerabilities. It never fails: without network or registry support
 * it says so within half a minute.
 */
import { describeAudit } from './describe-audit.ts';
import { runAudit } from './run-audit.ts';

const output = await runAudit();
const lines = output === undefined ? ['audit: no report: run it as `npm run audit`'] : describeAudit(output);
for (const line of lines) console.log(line);
