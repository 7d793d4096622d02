import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryCaches } from '#lib/offline/memory-caches.ts';
import { listShared } from '#lib/offline/shared-files.ts';
import { takeShare } from './take-share.ts';

const owner = async () => Promise.resolve('a');

function share(form: FormData): Request {
  return new Request('https://lectern.test/upload', { method: 'POST', body: form });
}

function newForm(): FormData {
  const form = new FormData();
  form.append('files', new File(['x'], 'Saga 1.cbz'));
  return form;
}

beforeEach(() => {
  vi.stubGlobal('caches', new MemoryCaches());
  vi.stubGlobal('location', { origin: 'https://lectern.test' });
});

afterEach(() => vi.unstubAllGlobals());

it('keeps files for the user who shared them', async () => {
  const answer = await takeShare(share(newForm()), owner);
  expect(answer.headers.get('location')).toBe('https://lectern.test/upload');
  expect(await listShared('', 'a')).toMatchObject([{ name: 'Saga 1.cbz', sizeBytes: 1 }]);
  expect(await listShared('', 'b')).toEqual([]);
});

it('opens the page with a word about what could not be stored', async () => {
  vi.stubGlobal('caches', { open: async () => Promise.reject(new Error('No space')), has: () => false });
  const answer = await takeShare(share(newForm()), owner);
  expect(answer.headers.get('location')).toBe('https://lectern.test/upload?failed=true');
});
