// Reads the directory and first picture of every ZIP below a folder, and with a target folder makes covers, two at a
// time with sharp alone: the floors of a first scan.
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);
const TAIL = 66_000;
/** Widths of covers. */
const WIDTHS = [240, 480];
const [root = '', covers] = process.argv.slice(2);
const archives = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.cbz'))
  .map(({ name, parentPath }) => join(parentPath, name));
let next = 0;

/** The first JPEG of an archive, which must be stored. */
function firstPicture(archive: string): Buffer {
  const fd = openSync(archive, 'r');
  const { size } = fstatSync(fd);
  const tail = Buffer.alloc(Math.min(TAIL, size));
  readSync(fd, tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const directory = Buffer.alloc(tail.readUInt32LE(end + 12));
  readSync(fd, directory, 0, directory.length, tail.readUInt32LE(end + 16));
  let entry = 0;
  while (!directory.toString('latin1', entry + 46, entry + 46 + directory.readUInt16LE(entry + 28)).endsWith('.jpg')) {
    entry += 46 + [28, 30, 32].reduce((sum, field) => sum + directory.readUInt16LE(entry + field), 0);
  }
  const length = directory.readUInt32LE(entry + 20);
  const at = directory.readUInt32LE(entry + 42);
  const head = Buffer.alloc(30);
  readSync(fd, head, 0, head.length, at);
  const picture = Buffer.alloc(length);
  readSync(fd, picture, 0, length, at + head.length + head.readUInt16LE(26) + head.readUInt16LE(28));
  closeSync(fd);
  return picture;
}

async function worker(): Promise<void> {
  while (next < archives.length) {
    const number = next;
    next += 1;
    const picture = firstPicture(archives[number] ?? '');
    if (covers === undefined) continue;
    for (const width of WIDTHS) {
      const cover = await sharp(picture)
        .rotate()
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: 80, effort: 2 })
        .toBuffer();
      await writeFile(join(covers, `${String(number)}-${String(width)}.webp`), cover);
    }
  }
}

await Promise.all([worker(), worker()]);
