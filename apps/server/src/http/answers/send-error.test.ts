import { once } from 'node:events';
import { request as ask } from 'node:http';
import { Writable } from 'node:stream';
import { fastify, type FastifyReply } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { sendError } from './send-error.ts';

/** A server whose only handler does what the test says, and what it logged of errors. */
async function startFailing(fail: (reply: FastifyReply) => Promise<never>) {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = pino({ level: 'warn' }, sink);
  const app = fastify();
  let tell: (status: number) => void = () => undefined;
  const answered = new Promise<number>((resolve) => {
    tell = resolve;
  });
  app.setErrorHandler((error, request, reply) => {
    const sent = sendError(log, error, request, reply);
    tell(reply.statusCode);
    return sent;
  });
  app.get('/', async (_request, reply) => fail(reply));
  const url = await app.listen({ port: 0 });
  return { url, lines, answered, [Symbol.asyncDispose]: async () => app.close() };
}

function aborted(): Error {
  return new DOMException('This operation was aborted', 'AbortError');
}

describe('an error', () => {
  it('of work that was given up with its client is none of the log', async () => {
    let begun: () => void = () => undefined;
    const working = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await using server = await startFailing(async (reply) => {
      begun();
      await once(reply.raw, 'close');
      throw aborted();
    });
    const client = ask(server.url);
    client.on('error', () => undefined);
    client.end();
    await working;
    client.destroy();
    expect(await server.answered).toBe(499);
    expect(server.lines).toEqual([]);
  });

  it('of the same kind is logged while the client still waits', async () => {
    await using server = await startFailing(async () => {
      throw aborted();
    });
    expect((await fetch(server.url)).status).toBe(500);
    expect(server.lines).toHaveLength(1);
  });

  it.each([
    ['23503', 409, 'Conflict', null],
    ['SQLITE_CONSTRAINT_FOREIGNKEY', 409, 'Conflict', null],
    ['40P01', 503, 'ServiceUnavailable', '1'],
    ['SQLITE_BUSY', 503, 'ServiceUnavailable', '1'],
    ['SQLITE_FULL', 507, 'InsufficientStorage', null],
    ['SQLITE_IOERR_SHMSIZE', 507, 'InsufficientStorage', null],
    ['53100', 507, 'InsufficientStorage', null],
    ['ENOSPC', 507, 'InsufficientStorage', null],
    ['EDQUOT', 507, 'InsufficientStorage', null],
  ])(
    'of a database or disk that refused a write (%s) is answered as %i, and logged',
    async (code, status, kind, retryAfter) => {
      await using server = await startFailing(async () => {
        throw Object.assign(new Error('what only the operator may know'), { code });
      });
      const answer = await fetch(server.url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter]);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ error: kind });
      expect(text).not.toContain('operator');
      expect(server.lines).toHaveLength(1);
      expect(JSON.parse(server.lines[0] ?? '')).toMatchObject({
        msg: 'request refused by the database or the disk',
        err: { code },
      });
    },
  );
});
