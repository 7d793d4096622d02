// Reads the directory and the first picture of every ZIP below a folder, one after the other: the floor of a first scan.
import { closeSync, openSync, readdirSync, readSync, fstatSync } from 'node:fs';
import { join } from 'node:path';

const TAIL = 66_000;
const [root = ''] = process.argv.slice(2);
let archives = 0;

for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (!entry.name.endsWith('.cbz')) continue;
  const fd = openSync(join(entry.parentPath, entry.name), 'r');
  const { size } = fstatSync(fd);
  const tail = Buffer.alloc(Math.min(TAIL, size));
  readSync(fd, tail, 0, tail.length, size - tail.length);
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const directory = Buffer.alloc(tail.readUInt32LE(end + 12));
  readSync(fd, directory, 0, directory.length, tail.readUInt32LE(end + 16));
  const picture = Buffer.alloc(directory.readUInt32LE(20) + 512);
  readSync(fd, picture, 0, picture.length, directory.readUInt32LE(42));
  closeSync(fd);
  archives += 1;
}
process.stdout.write(`${String(archives)}\n`);
