import { expect, it } from 'vitest';
import { packFiles, unpackFiles } from './pack-files.ts';

it('brings files through a message as they were', () => {
  const files = [
    { path: 'Saga/1.cbz', size: 1, modifiedAt: 1_700_000_000_000, sidecars: null },
    { path: 'Saga/a\nb.cbz', size: 5e12, modifiedAt: -1, sidecars: '{"cover":{}}' },
    { path: 'c', size: 0, modifiedAt: 0 },
  ];
  expect(unpackFiles(structuredClone(packFiles(files)))).toStrictEqual(files);
  expect(unpackFiles(packFiles([]))).toEqual([]);
});
