// A bare HTTP server that reads plain files into reused buffers, `/1` the first by name: the floor of serving pages.
// Files stay open, and no permission is checked.
import { fstatSync, openSync, read, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [folder = '', port = '0'] = process.argv.slice(2);
const files = readdirSync(folder)
  .sort()
  .map((name) => {
    const fd = openSync(join(folder, name), 'r');
    return { fd, size: fstatSync(fd).size };
  });
/** Free buffers. */
const free: Buffer[] = [];
const largest = Math.max(...files.map(({ size }) => size));

createServer(({ url = '/' }, response) => {
  const file = files[Number(url.slice(1)) - 1];
  if (file === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { fd, size } = file;
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(largest);
  read(fd, buffer, 0, size, 0, () => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': size });
    response.end(buffer.subarray(0, size), () => free.push(buffer));
  });
}).listen(Number(port), '127.0.0.1');
