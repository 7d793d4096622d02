// A bare HTTP server that writes one text to every listener: the floor of live events.
import { createServer, type ServerResponse } from 'node:http';

const [, port = '0'] = process.argv.slice(2);
const clients = new Set<ServerResponse>();
const data = JSON.stringify({
  type: 'library_updated',
  library_id: '0192f0c1-0000-7000-8000-000000000001',
  timestamp: new Date(0).toISOString(),
});
let count = 0;

createServer((request, response) => {
  if (request.url?.endsWith('/stream') === true) {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('retry: 3000\n\n');
    clients.add(response);
    response.once('close', () => clients.delete(response));
    return;
  }
  if (request.method === 'PUT') {
    count += 1;
    const text = `event: library_updated\nid: floor-${String(count)}\ndata: ${data}\n\n`;
    for (const client of clients) client.write(text);
  }
  request.resume();
  response.end('{}');
}).listen(Number(port), '127.0.0.1');
