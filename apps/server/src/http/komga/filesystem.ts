import { api } from '@lectern/contract';
import { z } from 'zod';
import { browseFolders, listDrives } from '#core/activities/system/browse-folders.ts';
import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';
import { type DialectRoute, json, route } from '../requests/dialect-route.ts';

const Listing = z.object({ path: z.string().max(4_096).default('') });

function toFolder({ name, path }: { readonly name: string; readonly path: string }) {
  return { type: 'directory', name, path };
}

/** This server neither moves nor copies files into libraries. */
function refusedImport(path: string): DialectRoute {
  return route.post(path, { permission: ['SystemAdmin'] }, async () => {
    throw new AppError(
      'Forbidden',
      say('This server takes no files into libraries. Put them into a folder of the library, and scan it'),
    );
  });
}

/** Folders of the server, to pick a library from; changes of files are refused. */
export const filesystemRoutes: readonly DialectRoute[] = [
  route.post(
    '/api/v1/filesystem',
    { permission: api.browseFolders.permission, body: Listing },
    async (ctx, { body: { path }, signal }) => {
      if (path === '') return json({ parent: null, directories: (await listDrives(ctx)).map(toFolder), files: [] });
      const { parentPath, entries } = await browseFolders(ctx, path, signal);
      return json({ parent: parentPath, directories: entries.map(toFolder), files: [] });
    },
  ),
  refusedImport('/api/v1/books/import'),
  refusedImport('/api/v1/transient-books'),
];
