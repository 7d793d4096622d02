import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { prefixOf } from './mount.ts';

/** What stands before `/api/v1`, seen from the app: apps resolve no addresses. */
export function publicSite({ config }: Pick<Context, 'config'>, request: FastifyRequest): string {
  const given = config.server.publicUrl?.replace(/\/+$/, '');
  const site = given ?? `${request.protocol}://${request.host}`;
  return `${site}${prefixOf(request.raw) ?? ''}`;
}
