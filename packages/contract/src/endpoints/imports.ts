import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ImportChange, ImportItem, ImportQuery, ImportStatus, ImportUpdate } from '../models/import.ts';
import { Id } from '../models/scalars.ts';
import { paginated } from '../paging.ts';

const MAX_NAMED = 500;
const admin = { tag: 'Imports', permission: ['SystemAdmin'] } as const;
const params = z.object({ id: Id });
const body = z.object({ ids: z.array(Id).min(1).max(MAX_NAMED) });
const one = { ...admin, params, answer: 'json', response: ImportItem } as const;
const many = { ...admin, body, answer: 'json', response: ImportChange } as const;

export const imports = {
  listImports: endpoint({
    ...admin,
    summary: 'Files of the import folder, the latest first',
    query: ImportQuery,
    answer: 'json',
    response: paginated(ImportItem),
  }),
  getImportStatus: endpoint({
    ...admin,
    summary: 'The import folder, and how many files there are in each state',
    answer: 'json',
    response: ImportStatus,
  }),
  lookForImports: endpoint({
    ...admin,
    summary: 'Looks through the import folder now; 409 while there is none',
    answer: 'json',
    status: 202,
    response: z.object({ taskId: Id }),
    errors: ['Conflict'],
  }),
  updateImport: endpoint({
    ...one,
    summary: 'Chooses library, folder or name of a file',
    body: ImportUpdate,
    errors: ['NotFound', 'Conflict'],
  }),
  acceptImport: endpoint({
    ...one,
    summary: 'Accepts a file: it moves into the library, which is scanned. 409 names a free name for one that is taken',
    status: 202,
    errors: ['NotFound', 'Conflict'],
  }),
  acceptImports: endpoint({ ...many, summary: 'Accepts files; those that are refused keep their state' }),
  rejectImport: endpoint({
    ...one,
    summary: 'Rejects a file: it stays where it is, and is offered again only when it changes',
    errors: ['NotFound', 'Conflict'],
  }),
  rejectImports: endpoint({ ...many, summary: 'Rejects files; those that are refused keep their state' }),
} as const;
