import { describe, expect, it } from 'vitest';
import { mapPath, parsePathMap } from './map-paths.ts';

const maps = ['/srv/books=/mnt/nas', '/srv/books/manga=/manga/', 'D:\\Comics=/mnt/comics', '/=/root'].map(parsePathMap);

describe('paths of a move', () => {
  it.each([
    ['/srv/books', '/mnt/nas'],
    ['/srv/books/a b/c', '/mnt/nas/a b/c'],
    ['/srv/books/manga/x', '/manga/x'],
    ['/srv/bookshop', '/root/srv/bookshop'],
    ['D:\\Comics\\A\\B', '/mnt/comics/A/B'],
    ['E:\\Comics', 'E:\\Comics'],
  ])('%s becomes %s', (path, moved) => {
    expect(mapPath(path, maps)).toBe(moved);
  });

  it('stay without a map, and get the separators of Windows', () => {
    expect(mapPath('/srv/books', [])).toBe('/srv/books');
    expect(mapPath('/srv/books/a/b', [parsePathMap('/srv=E:\\srv')])).toBe('E:\\srv\\books\\a\\b');
  });

  it.each(['/old', 'old=/new', '/old=new', '/a=/b=/c', '='])('refuses %s', (text) => {
    expect(() => parsePathMap(text)).toThrow(/is not \/old=\/new/);
  });
});
