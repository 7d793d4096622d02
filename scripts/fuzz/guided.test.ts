import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { targetNames } from './targets.ts';

/** Runs in a process of its own: the engine counts what Node loads, not what a test runner makes of it. */
async function run(parts: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, parts, { encoding: 'utf8' }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, out: stdout + stderr });
    });
  });
}

const here = (name: string): string => pathToFileURL(join(import.meta.dirname, name)).href;

describe('the fuzzer', { timeout: 120_000 }, () => {
  it('knows which inputs reach code that none has reached before', async () => {
    const { out } = await run([
      '--input-type=module',
      '-e',
      `import { startCoverage } from '${here('coverage.ts')}';
       import { findTarget } from '${here('targets.ts')}';
       const coverage = await startCoverage();
       const found = [];
       for (const name of ['png', 'png', 'gif', 'png', 'gif']) {
         const target = findTarget(name);
         target.run(target.seeds()[0]);
         found.push((await coverage.take(true)) > 0);
       }
       console.log(JSON.stringify(found));`,
    ]);
    expect(out.trim()).toBe('[true,false,true,false,false]');
  });

  it('lists its targets, and tells them to who names another or none', async () => {
    const fuzz = join(import.meta.dirname, '../fuzz.ts');
    expect(await run([fuzz, '--list'])).toEqual({ code: 0, out: `${targetNames.join('\n')}\n` });
    const unknown = await run([fuzz, 'nothing', 'zip']);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.out).toContain(`Unknown target "nothing", expected: all ${targetNames.join(' ')}`);
    expect(await run([fuzz])).toMatchObject({ code: 2 });
    expect((await run([fuzz, 'zip', '--seconds', 'x'])).out).toContain('--seconds must be above 0');
  });
});
