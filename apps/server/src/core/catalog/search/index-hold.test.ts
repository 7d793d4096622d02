import { describe, expect, it } from 'vitest';
import { createIndexHold } from './index-hold.ts';

describe('scans', () => {
  it('hold the index until the last of them has ended', () => {
    const { begin, isIndexHeld } = createIndexHold(() => 0);
    expect(isIndexHeld()).toBe(false);
    const first = begin();
    const second = begin();
    first[Symbol.dispose]();
    expect(isIndexHeld()).toBe(true);
    second[Symbol.dispose]();
    expect(isIndexHeld()).toBe(false);
  });

  it('hold it for a minute at most, however long they take', () => {
    let time = 0;
    const { begin, isIndexHeld } = createIndexHold(() => time);
    using _long = begin();
    time = 59_999;
    expect(isIndexHeld()).toBe(true);
    time = 60_000;
    expect(isIndexHeld()).toBe(false);
    using _next = begin();
    expect(isIndexHeld()).toBe(true);
  });

  it('hold nothing while a user searches', () => {
    let time = 0;
    const { begin, noteSearch, isIndexHeld } = createIndexHold(() => time);
    using _listing = begin();
    noteSearch();
    expect(isIndexHeld()).toBe(false);
    time = 10_001;
    expect(isIndexHeld()).toBe(true);
  });
});
