import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { runTool } from './run-tool.ts';

const run = async (script: string, limitMs = 20_000) =>
  runTool({ command: ['--eval', script], cwd: tmpdir(), limitMs, isQuiet: true });

describe('a tool', () => {
  it('hands back both its streams and whether it was content', async () => {
    expect(await run(`console.log('out'); console.error('err')`)).toEqual({ ok: true, output: 'out\nerr\n' });
    expect(await run('process.exitCode = 2')).toEqual({ ok: false, output: '' });
  });

  it('is stopped when it loops, and says so', async () => {
    const { ok, output } = await run('for (;;);', 300);
    expect(ok).toBe(false);
    expect(output).toContain('Stopped: it was not done after');
  });

  it('has failed when it was late, even if it ends well once it is told to', async () => {
    const late = await run(`setInterval(() => {}, 1000); process.once('SIGTERM', () => process.exit(0))`, 300);
    expect(late.ok).toBe(false);
  });
});
