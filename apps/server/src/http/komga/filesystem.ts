import { api } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { browseFolders, listDrives } from '#core/activities/system/browse-folders.ts';
import type { DialectRoute } from '../requests/dialect-route.ts';
import { json } from './answer.ts';

const Listing = z.object({ path: z.string().max(4_096).default('') });

function toFolder({ name, path }: { readonly name: string; readonly path: string }) {
  return { type: 'directory', name, path };
}

/** Files come into libraries by their folders, and nothing here moves or copies any. */
function refusedImport(path: string): DialectRoute {
  return {
    method: 'POST',
    path,
    endpoint: { permission: ['SystemAdmin'] },
    answer: async () => {
      throw new AppError(
        'Forbidden',
        'This server takes no files into libraries: put them into a folder of the library, and have it scanned',
      );
    },
  };
}

/** Folders of the server, to pick a library from; and what changes files, which is refused. */
export const filesystemRoutes: readonly DialectRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/filesystem',
    endpoint: { permission: api.browseFolders.permission, body: Listing },
    answer: async (ctx, request) => {
      const { path } = Listing.parse(request.body);
      if (path === '') return json({ parent: null, directories: (await listDrives(ctx)).map(toFolder), files: [] });
      const { parentPath, entries } = await browseFolders(ctx, path, request.signal);
      return json({ parent: parentPath, directories: entries.map(toFolder), files: [] });
    },
  },
  refusedImport('/api/v1/books/import'),
  refusedImport('/api/v1/transient-books'),
];
