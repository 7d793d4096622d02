import { z } from 'zod';
import { expect, test } from './_harness/test.ts';

const Manifest = z.object({
  name: z.literal('Lectern'),
  icons: z.array(
    z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.enum(['any', 'maskable']) }),
  ),
});

test('every icon of the app is there, in the size that the manifest says', async ({ page }) => {
  await page.goto('/setup');
  const read = async (selector: string) => page.locator(selector).evaluate((link) => (link as HTMLLinkElement).href);
  const address = await read('link[rel="manifest"]');
  const { icons } = Manifest.parse(await (await page.request.get(address)).json());
  expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
  const touch = { src: await read('link[rel="apple-touch-icon"]'), sizes: '180x180', type: 'image/png' };
  for (const { src, sizes, type } of [...icons, touch]) {
    const url = new URL(src, address).href;
    const answer = await page.request.get(url);
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type]);
    if (sizes === 'any') continue;
    const size = await page.evaluate(async (picture) => {
      const image = new Image();
      image.src = picture;
      await image.decode();
      return `${String(image.naturalWidth)}x${String(image.naturalHeight)}`;
    }, url);
    expect([src, size]).toEqual([src, sizes]);
  }
});
