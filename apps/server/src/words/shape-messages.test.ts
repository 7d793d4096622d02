import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHAPE_MESSAGES } from './shape-messages.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const SOURCES = ['packages/contract/src/**/*.ts', 'apps/server/src/core/settings/*.ts'];
const MESSAGE = /(?<!say\()'(must [^'\n]+)'/g;

async function collectMessages(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of glob(pattern, { cwd: ROOT, exclude: (path) => path.endsWith('.test.ts') })) {
    const text = await readFile(join(ROOT, name), 'utf8');
    found.push(...Array.from(text.matchAll(MESSAGE), ([, message = '']) => message));
  }
  return found;
}

describe('SHAPE_MESSAGES', () => {
  it.each(SOURCES)('has every message of the shapes in %s', async (pattern) => {
    const messages = new Set(await collectMessages(pattern));
    expect(messages.size).toBeGreaterThan(1);
    expect([...messages].filter((message) => !SHAPE_MESSAGES.includes(message))).toEqual([]);
  });

  it('has each message once', () => {
    expect(new Set(SHAPE_MESSAGES).size).toBe(SHAPE_MESSAGES.length);
  });
});
