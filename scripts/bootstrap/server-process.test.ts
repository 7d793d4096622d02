import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileServerWhenStale } from './compile-server.mjs';
import { root } from './root.mjs';
import { COMPILED, SERVER_FLAGS, serverEnvironment } from './server-process.mjs';

/** Whether Node loads what strips types when it loads this file. */
function loadsStripper(file: string, env: NodeJS.ProcessEnv): boolean {
  const code = `await import(${JSON.stringify(join(root, file))}); console.log(process.moduleLoadList.join())`;
  const { stdout, stderr } = spawnSync(process.execPath, [...SERVER_FLAGS, '--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env,
  });
  if (!stdout.includes('NativeModule')) throw new Error(`Node says nothing: ${stderr}`);
  return stdout.includes('amaro');
}

describe('serverEnvironment', () => {
  it('leaves what the operator set as it is', () => {
    const set = { MALLOC_ARENA_MAX: '8', MALLOC_TRIM_THRESHOLD_: '1', NODE_COMPILE_CACHE: '/elsewhere', HOME: '/root' };
    expect(serverEnvironment(set)).toMatchObject(set);
  });

  it('lets glibc keep little of what was large', () => {
    const { MALLOC_MMAP_THRESHOLD_: mapped, MALLOC_TRIM_THRESHOLD_: idle } = serverEnvironment({});
    expect(Number(mapped)).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(Number(idle)).toBeLessThanOrEqual(12 * 1024 * 1024);
  });

  it('names where compiled sources are kept', () => {
    expect(serverEnvironment({})).toMatchObject({ NODE_COMPILE_CACHE: COMPILED });
  });
});

/** A program in place of Node that only leaves a mark. */
function newMarker(folder: string): { readonly node: string; readonly isMarked: () => boolean } {
  const mark = join(folder, 'started');
  const node = join(folder, 'node');
  writeFileSync(node, `#!/bin/sh\n: > '${mark}'\n`, { mode: 0o755 });
  return { node, isMarked: () => existsSync(mark) };
}

describe('compileServerWhenStale', () => {
  // Whoever runs the tests may have said where; what was said is left alone.
  beforeEach(() => {
    vi.stubEnv('NODE_COMPILE_CACHE', undefined);
    vi.stubEnv('NODE_DISABLE_COMPILE_CACHE', undefined);
  });
  afterEach(() => void vi.unstubAllEnvs());

  it('compiles again only what has changed, and nothing where it cannot be kept', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-compile-'));
    try {
      const { node, isMarked } = newMarker(folder);
      // No folder can be made there, whoever tries.
      compileServerWhenStale(node, join(node, 'kept'));
      expect(isMarked()).toBe(false);
      compileServerWhenStale(node, join(folder, 'kept'));
      expect(isMarked()).toBe(true);
      rmSync(join(folder, 'started'));
      compileServerWhenStale(node, join(folder, 'kept'));
      expect(isMarked()).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('spares every thread what strips types', { timeout: 300_000 }, () => {
    compileServerWhenStale(process.execPath);
    expect(loadsStripper('apps/server/src/cli/serve.ts', serverEnvironment({}))).toBe(false);
    expect(loadsStripper('apps/server/src/files/books/book-worker.ts', serverEnvironment({}))).toBe(false);
    expect(loadsStripper('apps/server/src/context/version.ts', { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe(true);
  });
});
