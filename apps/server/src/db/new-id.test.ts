import { expect, test } from 'vitest';
import { newId, orderedIds } from './new-id.ts';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids are UUIDs of version 7 in the order in which they were made', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !V7.test(id))).toEqual([]);
});

test('they have the time that they were made from, and stay in order while the clock is set back and more come than are counted', () => {
  let clock = '01a2045c-8762';
  const nextId = orderedIds(() => `${clock}-7abc-8123-0123456789ab`);
  const first = nextId();
  expect(first).toBe('01a2045c-8762-7000-8123-0123456789ab');
  clock = '00dc6acf-ac00';
  const ids = [first, ...Array.from({ length: 10_000 }, nextId)];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.at(-1)).toBe('01a2045c-8764-7710-8123-0123456789ab');
  clock = '01a2045c-ffff';
  expect(nextId()).toBe('01a2045c-ffff-7000-8123-0123456789ab');
});
