import type { FastifyInstance } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { Context } from '#context/context.ts';
import { admitStray } from '../people/admit.ts';
import { type DialectRoute, openDialectRoute } from '../requests/dialect-route.ts';
import { sendError } from '../answers/send-error.ts';
import type { OpenStreams } from '../answers/send-events.ts';
import { filesystemRoutes } from './filesystem.ts';
import { libraryRoutes, managedLibraryRoutes } from './libraries.ts';
import { accountRoutes, ownAccountRoutes } from './manage-users.ts';
import { serverRoutes } from './server.ts';
import { authenticateApp } from './authenticate.ts';
import { bookRoutes, duplicateRoutes } from './books.ts';
import { changeListRoutes, listRoutes } from './lists.ts';
import { clientSettingRoutes } from './client-settings.ts';
import { contentRoutes, downloadRoutes } from './content.ts';
import { openEvents } from './events.ts';
import { listThumbnailRoutes, thumbnailRoutes } from './thumbnails.ts';
import { manifestRoutes } from './manifest.ts';
import { metadataRoutes } from './metadata.ts';
import { prefixOf, ROOT } from './mount.ts';
import { progressionRoutes, progressRoutes } from './progress.ts';
import { sendDialectError } from './send-error.ts';
import { seriesRoutes } from './series.ts';
import { sessionRoutes, userRoutes } from './session.ts';
import { wordsRoutes } from './words.ts';

/** Every route, as it is found below the prefix. */
export const compatRoutes: readonly DialectRoute[] = [
  ...sessionRoutes,
  ...clientSettingRoutes,
  ...userRoutes,
  ...libraryRoutes,
  ...seriesRoutes,
  ...bookRoutes,
  ...contentRoutes,
  ...manifestRoutes,
  ...progressRoutes,
  ...progressionRoutes,
  ...listRoutes,
  ...wordsRoutes,
  ...managedLibraryRoutes,
  ...metadataRoutes,
  ...thumbnailRoutes,
  ...listThumbnailRoutes,
  ...changeListRoutes,
  ...duplicateRoutes,
  ...downloadRoutes,
  ...ownAccountRoutes,
  ...accountRoutes,
  ...serverRoutes,
  ...filesystemRoutes,
];

/** Opens the API that apps made for Komga speak; `mountedUrl` leads to it while it is switched on. */
export async function openCompat(app: FastifyInstance, ctx: Context, streams: OpenStreams): Promise<void> {
  await app.register(
    async (door) => {
      door.setErrorHandler((error, request, reply) =>
        prefixOf(request.raw) === undefined
          ? sendError(ctx.log.http, error, request, reply)
          : sendDialectError(ctx, error, request, reply),
      );
      door.addHook('onRequest', async (request) => {
        if (prefixOf(request.raw) !== undefined) return;
        admitStray(ctx, request);
        throw new AppError('NotFound', `There is nothing at ${request.originalUrl.replace(/\?.*$/s, '')}`);
      });
      door.setNotFoundHandler((request, reply) => {
        admitStray(ctx, request);
        const path = request.originalUrl.replace(/\?.*$/s, '');
        return sendDialectError(ctx, new AppError('NotFound', `There is nothing at ${path}`), request, reply);
      });
      for (const route of compatRoutes) openDialectRoute(door, ctx, route, authenticateApp);
      openEvents(door, ctx, streams);
    },
    { prefix: ROOT },
  );
}
