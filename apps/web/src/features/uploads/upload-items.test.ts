import { describe, expect, it } from 'vitest';
import { groupByFolder, placeItem, type UploadItem } from './upload-items.ts';

function newItem(key: number, more: Partial<UploadItem> = {}): UploadItem {
  const file = new File(['x'], `${String(key)}.cbz`);
  return {
    key,
    userId: 'u',
    libraryId: 'l',
    file,
    folder: undefined,
    fileName: file.name,
    state: { kind: 'checking' },
    ...more,
  };
}

const PLACE = { folder: 'Saga', fileName: 'Saga 1.cbz', problem: null, freeName: null, receivedBytes: 0 };

describe('placeItem', () => {
  it('takes the names of the server, and says what the user must decide', () => {
    expect(placeItem(newItem(1), PLACE)).toMatchObject({
      ...{ folder: 'Saga', fileName: 'Saga 1.cbz', state: { kind: 'ready' } },
    });
    const taken = placeItem(newItem(1), { ...PLACE, freeName: 'Saga 1 (2).cbz' });
    expect(taken.state).toEqual({ kind: 'taken', freeName: 'Saga 1 (2).cbz' });
    const refused = placeItem(newItem(1), { ...PLACE, problem: 'Not here', freeName: 'x' });
    expect(refused.state).toEqual({ kind: 'refused', problem: 'Not here' });
  });
});

describe('groupByFolder', () => {
  it('keeps the order of the files, and those without a folder together', () => {
    const items = [newItem(1, { folder: 'B' }), newItem(2), newItem(3, { folder: 'A' }), newItem(4, { folder: 'B' })];
    expect(groupByFolder(items).map(({ folder, items: some }) => [folder, some.map(({ key }) => key)])).toEqual([
      ['B', [1, 4]],
      [undefined, [2]],
      ['A', [3]],
    ]);
  });
});
