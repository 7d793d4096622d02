import { describe, expect, it } from 'vitest';
import { COMPILED, serverEnvironment } from './server-process.mjs';

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

  it('gives the pool more threads than one hung library may hold', () => {
    expect(serverEnvironment({})).toMatchObject({ UV_THREADPOOL_SIZE: '24' });
    expect(serverEnvironment({ UV_THREADPOOL_SIZE: '32' })).toMatchObject({ UV_THREADPOOL_SIZE: '32' });
  });

  it('names where compiled functions are kept', () => {
    expect(serverEnvironment({})).toMatchObject({ NODE_COMPILE_CACHE: COMPILED });
  });
});
