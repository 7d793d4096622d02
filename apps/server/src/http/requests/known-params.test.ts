import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createKnownParams } from './known-params.ts';

const Params = z.object({ bookId: z.guid(), page: z.coerce.number().int().min(1) });
const BOOK = '01980000-0000-7000-8000-000000000001';
const OTHER = '01980000-0000-7000-8000-000000000002';

function newKnownParams() {
  const known = createKnownParams(Params);
  if (known === undefined) throw new Error('Nothing is remembered of a plain object');
  const keep = (params: { readonly bookId: string; readonly page: string }) => known.keep(params, Params.parse(params));
  return { recall: known.recall, keep };
}

describe('known parameters', () => {
  it('mean what they meant before, each by itself', () => {
    const { recall, keep } = newKnownParams();
    expect(recall({ bookId: BOOK, page: '1' })).toBeUndefined();
    keep({ bookId: BOOK, page: '1' });
    keep({ bookId: OTHER, page: '02' });
    expect(recall({ bookId: BOOK, page: '1' })).toEqual({ bookId: BOOK, page: 1 });
    expect(recall({ bookId: BOOK, page: '02' })).toEqual({ bookId: BOOK, page: 2 });
    expect(recall({ bookId: BOOK, page: '2' })).toBeUndefined();
    expect(recall({ bookId: '1', page: '1' })).toBeUndefined();
  });

  it('say nothing when one is missing, whatever else is there', () => {
    const { recall, keep } = newKnownParams();
    keep({ bookId: BOOK, page: '1' });
    expect(recall({ bookId: BOOK })).toBeUndefined();
    expect(recall({ bookId: BOOK, page: '1', more: 'x' })).toEqual({ bookId: BOOK, page: 1 });
  });

  it('are forgotten when there are too many, and not kept when they are long', () => {
    const { recall, keep } = newKnownParams();
    for (let page = 1; page <= 1_001; page += 1) keep({ bookId: BOOK, page: String(page) });
    expect(recall({ bookId: BOOK, page: '1' })).toBeUndefined();
    expect(recall({ bookId: BOOK, page: '1001' })).toEqual({ bookId: BOOK, page: 1_001 });
    const long = `${'0'.repeat(64)}7`;
    keep({ bookId: BOOK, page: long });
    expect(recall({ bookId: BOOK, page: long })).toBeUndefined();
  });

  it('are not remembered where one may depend on another', () => {
    expect(createKnownParams(Params.refine(({ page }) => page < 10))).toBeUndefined();
    expect(createKnownParams(Params.transform(({ page }) => page))).toBeUndefined();
    expect(createKnownParams(undefined)).toBeUndefined();
  });
});
