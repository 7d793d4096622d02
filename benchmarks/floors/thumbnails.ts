// Makes covers of all pictures in a folder with sharp alone, two at a time: the floor of covers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);
const [folder = '', ...widths] = process.argv.slice(2);
const files = readdirSync(folder);
let next = 0;

async function worker(): Promise<void> {
  while (next < files.length) {
    const file = files[next] ?? '';
    next += 1;
    const bytes = readFileSync(join(folder, file));
    for (const width of widths) {
      await sharp(bytes)
        .rotate()
        .resize({ width: Number(width) })
        .webp({ quality: 80, effort: 2 })
        .toBuffer();
    }
  }
}

await Promise.all([worker(), worker()]);
