import { describe, expect, it } from 'vitest';
import { RowShape } from './row-shape.ts';

describe('the shape of rows', () => {
  it('gives each value the name of its column, and each row its own', () => {
    const shape = new RowShape(['id', 'title', 'readAt']);
    const rows = [shape.toRow(['a', 'First', 1]), shape.toRow(['b', 'Second', null])];
    expect(rows).toEqual([
      { id: 'a', title: 'First', readAt: 1 },
      { id: 'b', title: 'Second', readAt: null },
    ]);
  });

  it('has the last of two columns with one name, and rows without columns', () => {
    expect(new RowShape(['id', 'title', 'id']).toRow(['a', 'First', 'b'])).toEqual({ id: 'b', title: 'First' });
    expect(new RowShape([]).toRow([])).toEqual({});
  });
});
