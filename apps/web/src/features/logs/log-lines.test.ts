import type { LogEntry } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { addLine, isShown, MAX_SHOWN, toText } from './log-lines.ts';

const line = (id: string, more: Partial<LogEntry> = {}): LogEntry => ({
  id,
  time: '2030-01-01T00:00:00.000Z',
  level: 'info',
  area: 'scan',
  message: 'scan ended',
  details: {},
  ...more,
});
const ANY = { level: undefined, area: undefined, search: '' };

describe('the lines of the log on the page', () => {
  it('pass by level, area and every word', () => {
    const entry = line('1', { details: { path: 'Saga/1.cbz' } });
    expect(isShown(entry, ANY)).toBe(true);
    expect(isShown(entry, { ...ANY, level: 'warn' })).toBe(false);
    expect(isShown(entry, { ...ANY, level: 'debug', area: 'scan', search: 'SAGA ended' })).toBe(true);
    expect(isShown(entry, { ...ANY, area: 'http' })).toBe(false);
    expect(isShown(entry, { ...ANY, search: 'saga failed' })).toBe(false);
  });

  it('are added once, and the oldest leave', () => {
    let lines: readonly LogEntry[] = [];
    for (let count = 0; count < MAX_SHOWN + 5; count += 1) lines = addLine(lines, line(String(count)));
    expect([lines.length, lines[0]?.id]).toEqual([MAX_SHOWN, '5']);
    expect(addLine(lines, line('7'))).toBe(lines);
  });

  it('become a text of one line each', () => {
    expect(toText([line('1'), line('2', { level: 'error', details: { code: 5 } })])).toBe(
      '2030-01-01T00:00:00.000Z INFO  scan: scan ended\n2030-01-01T00:00:00.000Z ERROR scan: scan ended {"code":5}\n',
    );
  });
});
