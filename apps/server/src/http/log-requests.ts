import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/**
 * One line for each answer: what was asked, by whom, and what it cost. No header and no query: these hold what people look for,
 * and what they sign in with.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The level is a setting: it may be another one with every request.
    if (!log.isLevelEnabled('info')) {
      done();
      return;
    }
    const { viewer } = request;
    const line = {
      requestId: request.id,
      userId: viewer?.userId ?? null,
      ...(viewer?.apiKey === undefined ? {} : { keyId: viewer.apiKey.id }),
      method: request.method,
      route: request.countedRoute,
      path: request.originalUrl.replace(/\?.*$/s, ''),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      sentBytes: request.sentBytes,
    };
    log.info(line, 'request answered');
    done();
  });
}
