import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { DiskReserve } from './disk-reserve.ts';

/** A reserve of 100 bytes on a disk with as many free as the test says, and what it told. */
function openReserve(retryMs = 60_000) {
  const disk: { free: number | undefined } = { free: 1_000 };
  const told: boolean[] = [];
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const reserve = new DiskReserve({
    folder: '/',
    readReserve: () => 100,
    log: pino({ level: 'info' }, sink),
    measure: async () => (disk.free === undefined ? undefined : { freeBytes: disk.free, totalBytes: 2_000 }),
    everyMs: 60_000,
    retryMs,
  });
  reserve.onChange((isShort) => told.push(isShort));
  return { disk, reserve, told, lines, [Symbol.dispose]: () => reserve[Symbol.dispose]() };
}

describe('the reserve of a disk', () => {
  it('is short below its limit, tells each change once, and logs it', async () => {
    using opened = openReserve();
    const { disk, reserve, told, lines } = opened;
    for (const free of [1_000, 99, 50, 100, 1_000]) {
      disk.free = free;
      await reserve.look();
    }
    expect([told, reserve.isShort]).toEqual([[true, false], false]);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the disk is nearly full: background work waits for room',
      'the disk has room again: background work goes on',
    ]);
  });

  it('stays short for a while after a refused write, also where the system tells no space', async () => {
    using opened = openReserve();
    const { disk, reserve, told } = opened;
    disk.free = undefined;
    reserve.noteFull();
    await reserve.look();
    expect([told, reserve.isShort]).toEqual([[true], true]);
  });

  it('lets work try again after that while', async () => {
    using opened = openReserve(0);
    opened.reserve.noteFull();
    expect(opened.reserve.isShort).toBe(true);
    await opened.reserve.look();
    expect([opened.told, opened.reserve.isShort]).toEqual([[true, false], false]);
  });
});
