// A bare HTTP server that reads one file into a reused buffer for every request: the floor of serving a page.
import { openSync, fstatSync } from 'node:fs';
import { read } from 'node:fs';
import { createServer } from 'node:http';

const [file = '', port = '0'] = process.argv.slice(2);
const fd = openSync(file, 'r');
const { size } = fstatSync(fd);
/** Buffers whose answer has gone out, ready for the next request. */
const free: Buffer[] = [];

createServer((_, response) => {
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(size);
  read(fd, buffer, 0, size, 0, () => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': size });
    response.end(buffer, () => free.push(buffer));
  });
}).listen(Number(port), '127.0.0.1');
