/** `npm run words`: puts new messages of the code into the catalogs, and removes those that the code no longer has. */
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

const root = join(import.meta.dirname, '..');
const EXTRACT = join(root, 'node_modules/@lingui/cli/dist/lingui-extract.js');

for (const app of ['web', 'server']) {
  const command = [EXTRACT, '--clean', '--config', `apps/${app}/lingui.config.ts`];
  const { ok } = await runTool({ command, cwd: root, limitMs: 5 * 60_000, isQuiet: false });
  if (!ok) process.exitCode = 1;
}
