import { describe, expect, it } from 'vitest';
import type { EventFrame } from '#events/frames.ts';
import { LogRing } from './log-ring.ts';

const line = (msg: string): string => `${JSON.stringify({ level: 30, area: 'server', msg })}\n`;
const read = (ring: LogRing): unknown[] =>
  [...ring.latestFirst()].map(({ json }) => (JSON.parse(json) as { readonly msg: string }).msg);

describe('the lines of the log in memory', () => {
  it('are bounded in number and in length, the oldest leave first', () => {
    const ring = new LogRing({ maxLines: 3, maxChars: 10_000 });
    for (let count = 1; count <= 20; count += 1) ring.push(line(String(count)));
    expect(read(ring)).toEqual(['20', '19', '18']);
    const small = new LogRing({ maxLines: 100, maxChars: 200 });
    for (let count = 1; count <= 20; count += 1) small.push(line(`${String(count)} ${'x'.repeat(40)}`));
    expect(read(small)).toHaveLength(2);
    small.push(line('y'.repeat(30_000)));
    expect(read(small)).toHaveLength(2);
  });

  it('reach those who follow, and those who come back', () => {
    const ring = new LogRing({ maxLines: 3, maxChars: 10_000 });
    ring.push(line('before'));
    const frames: EventFrame[] = [];
    const first = ring.subscribe((frame) => frames.push(frame));
    ring.push(line('one'));
    const id = first.lastId();
    first[Symbol.dispose]();
    ring.push(line('two'));
    expect(frames).toMatchObject([{ name: 'log_line', id, kind: 'permission', permission: 'SystemAdmin' }]);
    expect(JSON.parse(frames[0]?.json ?? '')).toEqual({
      id,
      level: 'info',
      area: 'server',
      message: 'one',
      time: '',
      details: {},
    });
    const later: EventFrame[] = [];
    using _again = ring.subscribe((frame) => later.push(frame), id);
    expect(later.map(({ json }) => (JSON.parse(json) as { readonly message: string }).message)).toEqual(['two']);
  });

  it('say when lines were missed', () => {
    const ring = new LogRing({ maxLines: 2, maxChars: 10_000 });
    ring.push(line('one'));
    const id = ring.subscribe(() => undefined).lastId();
    for (let count = 0; count < 9; count += 1) ring.push(line('more'));
    for (const unknown of [id, 'other-1', 'x', '']) {
      const frames: EventFrame[] = [];
      using _subscription = ring.subscribe((frame) => frames.push(frame), unknown);
      expect(frames.map(({ name }) => name)).toEqual(['stream_reset']);
    }
  });
});
