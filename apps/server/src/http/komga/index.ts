import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { sendError } from '../answers/send-error.ts';
import type { OpenStreams } from '../answers/send-events.ts';
import { admitStray } from '../people/admit.ts';
import { type DialectRoute, openDialectRoute } from '../requests/dialect-route.ts';
import { authenticateApp, identifyAppAgain } from './authenticate.ts';
import { bookRoutes } from './books.ts';
import { changeListRoutes } from './change-lists.ts';
import { clientSettingRoutes } from './client-settings.ts';
import { contentRoutes } from './content.ts';
import { openEvents } from './events.ts';
import { filesystemRoutes } from './filesystem.ts';
import { libraryRoutes } from './libraries.ts';
import { listRoutes } from './lists.ts';
import { accountRoutes } from './manage-users.ts';
import { manifestRoutes } from './manifest.ts';
import { metadataRoutes } from './metadata.ts';
import { metricRoutes } from './metrics.ts';
import { findPrefix, ROOT } from './mount.ts';
import { ownAccountRoutes } from './own-account.ts';
import { progressRoutes } from './progress.ts';
import { sendDialectError } from './send-error.ts';
import { seriesRoutes } from './series.ts';
import { serverRoutes } from './server.ts';
import { sessionRoutes } from './session.ts';
import { thumbnailRoutes } from './thumbnails.ts';
import { wordsRoutes } from './words.ts';

/** Every route, with its path below the prefix. */
export const compatRoutes: readonly DialectRoute[] = [
  ...sessionRoutes,
  ...clientSettingRoutes,
  ...libraryRoutes,
  ...seriesRoutes,
  ...bookRoutes,
  ...contentRoutes,
  ...manifestRoutes,
  ...progressRoutes,
  ...listRoutes,
  ...changeListRoutes,
  ...wordsRoutes,
  ...metadataRoutes,
  ...thumbnailRoutes,
  ...ownAccountRoutes,
  ...accountRoutes,
  ...serverRoutes,
  ...metricRoutes,
  ...filesystemRoutes,
];

function nothingAt({ originalUrl }: FastifyRequest): AppError {
  return new AppError('NotFound', `There is nothing at ${originalUrl.replace(/\?.*$/s, '')}`);
}

/** Opens the API of apps for Komga. `mountedUrl` leads requests to it while it is switched on. */
export async function openCompat(app: FastifyInstance, ctx: Context, streams: OpenStreams): Promise<void> {
  await app.register(
    async (door) => {
      door.setErrorHandler((error, request, reply) =>
        findPrefix(request.raw) === undefined
          ? sendError(ctx.log.http, error, request, reply)
          : sendDialectError(ctx, error, request, reply),
      );
      door.addHook('onRequest', async (request) => {
        if (findPrefix(request.raw) !== undefined) return;
        admitStray(ctx, request);
        throw nothingAt(request);
      });
      door.setNotFoundHandler((request, reply) => {
        admitStray(ctx, request);
        return sendDialectError(ctx, nothingAt(request), request, reply);
      });
      for (const route of compatRoutes)
        openDialectRoute(door, ctx, route, { authenticate: authenticateApp, identifyAgain: identifyAppAgain });
      openEvents(door, ctx, streams);
    },
    { prefix: ROOT },
  );
}
