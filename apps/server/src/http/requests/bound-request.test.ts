import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { BoundRequest } from './bound-request.ts';

const NOTHING = { params: {}, query: {}, body: undefined };

/** A server whose handler is given the request, and whose client leaves once it has been asked. */
async function askAndLeave(look: (asked: BoundRequest, left: Promise<unknown>) => Promise<boolean>): Promise<boolean> {
  await using app = fastify();
  app.decorateRequest('viewer', null);
  const looking = new Promise<boolean>((resolve, reject) => {
    app.get('/', async (request, reply) => {
      const left = once(reply.raw, 'close');
      look(new BoundRequest(request, reply, NOTHING), left).then(resolve, reject);
      client.destroy();
      await left;
    });
  });
  const client = connect(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  return await looking;
}

describe('the signal of a request', () => {
  it('is aborted when the client leaves', async () => {
    const isAborted = askAndLeave(async ({ signal }, left) => {
      if (signal.aborted) throw new Error('The client is still there');
      await left;
      return signal.aborted;
    });
    expect(await isAborted).toBe(true);
  });

  it('is aborted from the beginning when it is asked for after the client has left', async () => {
    const isAborted = askAndLeave(async (asked, left) => {
      await left;
      return asked.signal.aborted;
    });
    expect(await isAborted).toBe(true);
  });
});
