import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

it('fetches the routes that the first screen does not need with the first call of one of them', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  vi.resetModules();
  const { buildAddress, call } = await import('./client.ts');
  expect(buildAddress('', 'getHome')).toBe('/api/v1/home');
  expect(() => buildAddress('', 'getBook', { id: 'b' })).toThrow('getBook is not loaded yet');
  await call('', 'getBook', { params: { id: 'b' } });
  expect(buildAddress('', 'getBook', { id: 'b' })).toBe('/api/v1/books/b');
});
