import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { siteOf } from '../feeds/addresses.ts';
import { prefixOf } from './mount.ts';

/** What stands before `/api/v1`, seen from the app: apps resolve no addresses. */
export function publicSite({ config }: Pick<Context, 'config'>, request: FastifyRequest): string {
  return `${siteOf(request, config.server.publicUrl)}${prefixOf(request.raw) ?? ''}`;
}
