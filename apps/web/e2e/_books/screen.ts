import { expect, type Locator, type Page } from '@playwright/test';

type Colour = readonly [red: number, green: number, blue: number];

export function getPicture(page: Page, number: number): Locator {
  return page.locator(`[data-page="${number}"] img`);
}

/** Fails unless the image of a page is decoded and visible. */
export async function expectPicture(page: Page, number: number): Promise<void> {
  const picture = getPicture(page, number);
  await expect(picture).toBeInViewport();
  await expect
    .poll(async () =>
      picture.evaluate(async (image: HTMLImageElement) =>
        image.decode().then(
          () => image.naturalWidth,
          () => 0,
        ),
      ),
    )
    .toBeGreaterThan(0);
}

/** Colour on screen at a relative position inside an element. */
export async function screenColour(target: Locator, x: number, y: number): Promise<Colour> {
  const shot = (await target.screenshot()).toString('base64');
  return await target.page().evaluate(
    async ({ shot, x, y }) => {
      const bytes = Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      canvas?.drawImage(picture, -Math.floor(picture.width * x), -Math.floor(picture.height * y));
      const [red = 0, green = 0, blue = 0] = canvas?.getImageData(0, 0, 1, 1).data ?? [];
      return [red, green, blue] as const;
    },
    { shot, x, y },
  );
}

/** Number of distinct colours on screen; one for a blank element. */
export async function countColours(target: Locator): Promise<number> {
  const shot = (await target.screenshot()).toString('base64');
  return await target.page().evaluate(async (shot) => {
    const bytes = Uint8Array.from(atob(shot), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    canvas?.drawImage(picture, 0, 0);
    const { buffer } = canvas?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
    return new Set(new Uint32Array(buffer)).size;
  }, shot);
}

/** Waits for a colour near the expected one: encoders and screens round. */
export async function expectColour(
  target: Locator,
  [x, y]: readonly [x: number, y: number],
  wanted: Colour,
  by = 6,
): Promise<void> {
  await expect(async () => {
    const seen = await screenColour(target, x, y);
    for (const [index, value] of seen.entries()) {
      expect(Math.abs(value - (wanted[index] ?? 0)), `${seen.join(' ')} is ${wanted.join(' ')}`).toBeLessThanOrEqual(
        by,
      );
    }
  }).toPass();
}
