import { describe, expect, it } from 'vitest';
import { createFrameLog } from './frame-log.ts';
import type { EventRecord } from './frames.ts';

const RECORD: EventRecord = { stream: 'entity', name: 'library_updated', json: '{}', kind: 'everyone' };

function createLog(...numbers: readonly number[]) {
  const log = createFrameLog('a', 3);
  for (const number of numbers) log.append(number, RECORD);
  return log;
}

const idsAfter = (log: ReturnType<typeof createLog>, id: string, latest = 100) =>
  log.after(id, latest)?.map((frame) => frame.id);

describe('a log of frames', () => {
  it('gives what came after an id, also after one that another stream has', () => {
    const log = createLog(1, 4, 9);
    expect(idsAfter(log, 'a-1')).toEqual(['a-4', 'a-9']);
    expect(idsAfter(log, 'a-5')).toEqual(['a-9']);
    expect(idsAfter(log, 'a-9')).toEqual([]);
    expect(idsAfter(log, 'a-0')).toEqual(['a-1', 'a-4', 'a-9']);
  });

  it('knows an id that is not its own, or of a time to come', () => {
    const log = createLog(1, 2);
    for (const id of ['b-1', 'a', 'a-', 'a-x', '1', '', 'a--1', 'a-1e2', 'a-101'])
      expect(log.after(id, 100)).toBeUndefined();
  });

  it('says when it holds too little, and not before', () => {
    const log = createLog(1, 2, 3, 4, 5);
    expect(idsAfter(log, 'a-0')).toEqual(['a-1', 'a-2', 'a-3', 'a-4', 'a-5']);
    log.append(6, RECORD);
    expect(log.after('a-2', 100)).toBeUndefined();
    expect(idsAfter(log, 'a-3')).toEqual(['a-4', 'a-5', 'a-6']);
  });

  it('drops frames whose order is uncertain', () => {
    const log = createLog(1, 2);
    log.forgetUpTo(2);
    expect(log.after('a-1', 100)).toBeUndefined();
    expect(idsAfter(log, 'a-2')).toEqual([]);
  });
});
