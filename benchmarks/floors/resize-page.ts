// Resizes a page with sharp alone, two at a time: the floor of resizing pages.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);
const [file = '', width = '0', times = '0'] = process.argv.slice(2);
let left = Number(times);

async function worker(): Promise<void> {
  while (left > 0) {
    left -= 1;
    await sharp(readFileSync(file))
      .rotate()
      .resize({ width: Number(width) })
      .webp({ quality: 82, effort: 2 })
      .toBuffer();
  }
}

await Promise.all([worker(), worker()]);
