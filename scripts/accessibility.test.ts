import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const rows = readFileSync(join(ROOT, 'docs/accessibility.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Criteria of WCAG 2.2 at the levels A and AA, without 4.1.1, which it removed. */
const CRITERIA = [
  ...['1.1.1', '1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5', '1.3.1', '1.3.2', '1.3.3', '1.3.4', '1.3.5'],
  ...['1.4.1', '1.4.2', '1.4.3', '1.4.4', '1.4.5', '1.4.10', '1.4.11', '1.4.12', '1.4.13'],
  ...['2.1.1', '2.1.2', '2.1.4', '2.2.1', '2.2.2', '2.3.1'],
  ...['2.4.1', '2.4.2', '2.4.3', '2.4.4', '2.4.5', '2.4.6', '2.4.7', '2.4.11'],
  ...[
    '2.5.1',
    '2.5.2',
    '2.5.3',
    '2.5.4',
    '2.5.7',
    '2.5.8',
    '3.1.1',
    '3.1.2',
    '3.2.1',
    '3.2.2',
    '3.2.3',
    '3.2.4',
    '3.2.6',
  ],
  ...['3.3.1', '3.3.2', '3.3.3', '3.3.4', '3.3.7', '3.3.8', '4.1.2', '4.1.3'],
];

describe('the statement on accessibility', () => {
  it('has every criterion once, in order', () => {
    expect(rows.map(([, name = '']) => name.split(' ')[0])).toEqual(CRITERIA);
  });

  it('names only tests that exist', () => {
    const named = rows.flatMap((cells) => [...(cells[5] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((file) => !existsSync(join(ROOT, 'apps/web', file)))).toEqual([]);
  });

  it('says for each whether it is met', () => {
    for (const [, name, level, met] of rows) {
      expect(['A', 'AA'], name).toContain(level);
      expect(['Yes', 'Partly', 'None'], name).toContain(met);
    }
  });
});
