import { randomUUIDv7 } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { newId } from './new-id.ts';

vi.mock('node:crypto', { spy: true });

afterEach(() => vi.mocked(randomUUIDv7).mockReset());

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids are UUIDs of version 7 in the order in which they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !V7.test(id))).toEqual([]);
});

test('they are of the present, and stay in order while the clock is set back and more than the counter holds are made', () => {
  const before = Date.now();
  const first = newId();
  const at = Number.parseInt(first.replace('-', '').slice(0, 12), 16);
  expect(at - before).toBeLessThan(10_000);
  expect(at).toBeGreaterThanOrEqual(before - 1);
  // in the year 2000
  vi.mocked(randomUUIDv7).mockReturnValue('00dc6acf-ac00-7abc-8123-0123456789ab');
  const ids = [first, ...Array.from({ length: 10_000 }, newId)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.at(-1)?.slice(18)).toBe('-8123-0123456789ab');
});
