import { describe, expect, it } from 'vitest';
import { createKnownPlace } from './known-place.ts';

const at = (second: number) => `2026-05-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const place = (second: number, currentPage: number, locator?: { readonly href: string }) => ({
  updatedAt: at(second),
  currentPage,
  ...(locator === undefined ? {} : { locator }),
});

describe('createKnownPlace', () => {
  it("treats the initial progress as its own, and later progress as another device's", () => {
    const known = createKnownPlace(place(10, 4));
    expect(known.isElsewhere(place(10, 4))).toBe(false);
    expect(known.isElsewhere(place(11, 60))).toBe(true);
  });

  it('recognises its own saves, and later saves of other devices', () => {
    const known = createKnownPlace(undefined);
    known.sending({ currentPage: 5 });
    known.stored(at(20));
    expect(known.isElsewhere(place(20, 5))).toBe(false);
    expect(known.isElsewhere(place(19, 60))).toBe(false);
    expect(known.isElsewhere(place(21, 60))).toBe(true);
  });

  it('recognises a mark whose answer was lost', () => {
    const known = createKnownPlace(place(10, 4));
    known.sending({ currentPage: 5, locator: { href: 'two' } });
    expect(known.isElsewhere(place(30, 5, { href: 'two' }))).toBe(false);
    expect(known.isElsewhere(place(30, 5, { href: 'three' }))).toBe(true);
    expect(known.isElsewhere(place(30, 6, { href: 'two' }))).toBe(true);
  });

  it('keeps a later place when an earlier answer arrives late', () => {
    const known = createKnownPlace(place(10, 4));
    known.stored(at(30));
    known.stored(at(20));
    expect(known.isElsewhere(place(25, 60))).toBe(false);
  });
});
