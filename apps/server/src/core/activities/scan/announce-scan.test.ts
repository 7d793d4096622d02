import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runSerially } from './announce-scan.ts';

describe('inTurn', () => {
  it('lets slow work end before quick work that came later', async () => {
    const key = {};
    const told: string[] = [];
    const slow = runSerially(key, async () => {
      await wait(20);
      told.push('running');
    });
    const quick = runSerially(key, async () => {
      told.push('completed');
    });
    await Promise.all([slow, quick]);
    expect(told).toEqual(['running', 'completed']);
  });

  it('goes on behind work that failed, whose caller hears of it', async () => {
    const key = {};
    const failing = runSerially(key, async () => {
      throw new Error('no answer');
    });
    const told: string[] = [];
    const next = runSerially(key, async () => {
      told.push('completed');
    });
    await expect(failing).rejects.toThrow('no answer');
    await next;
    expect(told).toEqual(['completed']);
  });

  it('does not block other keys', async () => {
    const told: string[] = [];
    const slow = runSerially({}, async () => {
      await wait(20);
      told.push('slow');
    });
    await runSerially({}, async () => {
      told.push('quick');
    });
    await slow;
    expect(told).toEqual(['quick', 'slow']);
  });
});
