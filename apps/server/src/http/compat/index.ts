import type { FastifyInstance } from 'fastify';
import { AppError } from '#core/errors.ts';
import type { Context } from '../../context.ts';
import { admitStray } from '../admit.ts';
import { type DoorRoute, openDoor } from '../door.ts';
import { sendError } from '../answers/send-error.ts';
import type { OpenStreams } from '../answers/open-streams.ts';
import { filesystemRoutes } from './admin/filesystem.ts';
import { managedLibraryRoutes } from './admin/libraries.ts';
import { ownAccountRoutes } from './admin/own-account.ts';
import { serverRoutes } from './admin/server.ts';
import { accountRoutes } from './admin/users.ts';
import { authenticateApp } from './authenticate.ts';
import { bookRoutes } from './books.ts';
import { changeListRoutes } from './change-lists.ts';
import { clientSettingRoutes } from './client-settings.ts';
import { contentRoutes } from './content.ts';
import { downloadRoutes } from './downloads.ts';
import { duplicateRoutes } from './duplicates.ts';
import { openEvents } from './events/index.ts';
import { libraryRoutes } from './libraries.ts';
import { listThumbnailRoutes } from './list-thumbnails.ts';
import { listRoutes } from './lists.ts';
import { manifestRoutes } from './manifest.ts';
import { metadataRoutes } from './metadata/index.ts';
import { prefixOf, ROOT } from './mount.ts';
import { progressRoutes } from './progress.ts';
import { progressionRoutes } from './progression.ts';
import { sendDialectError } from './send-error.ts';
import { seriesRoutes } from './series.ts';
import { sessionRoutes } from './session.ts';
import { thumbnailRoutes } from './thumbnails.ts';
import { userRoutes } from './users.ts';
import { wordsRoutes } from './words.ts';

/** Every route, as it is found below the prefix. */
export const compatRoutes: readonly DoorRoute[] = [
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
      for (const route of compatRoutes) openDoor(door, ctx, route, authenticateApp);
      openEvents(door, ctx, streams);
    },
    { prefix: ROOT },
  );
}
