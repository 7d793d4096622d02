import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Drive, FolderListing } from '../models/system.ts';

export const system = {
  browseFolders: endpoint({
    tag: 'System',
    summary: 'Folders of the server, to pick a library from',
    permission: ['SystemAdmin'],
    query: z.object({ path: z.string().max(4096).optional() }),
    answer: 'json',
    response: FolderListing,
    errors: ['NotFound'],
  }),
  listDrives: endpoint({
    tag: 'System',
    summary: 'Drives of a Windows server, else the root folder',
    permission: ['SystemAdmin'],
    answer: 'json',
    response: z.array(Drive),
  }),
  streamEvents: endpoint({
    tag: 'Events',
    summary: 'Live changes of books, series, libraries and covers',
    tokens: 0,
    permission: ['LibrariesRead'],
    answer: 'events',
  }),
} as const;
