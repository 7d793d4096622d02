import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { CatalogExport, CatalogExportFields, CatalogExportNew } from '../models/export.ts';
import { Id } from '../models/scalars.ts';
import { OWN_WRITE } from '../permissions.ts';

const params = z.object({ id: Id });
const own = { tag: 'Exports', permission: 'user' } as const;
const ownChange = { tag: 'Exports', permission: OWN_WRITE } as const;

export const catalogExports = {
  createExport: endpoint({
    ...ownChange,
    summary: 'Has a file made of the series, the books or both that I see; needs SeriesRead and BooksRead for them',
    body: CatalogExportNew,
    answer: 'json',
    status: 202,
    response: CatalogExport,
    errors: ['NotFound', 'Conflict'],
  }),
  listExports: endpoint({
    ...own,
    summary: 'My exports, newest first',
    answer: 'json',
    response: z.object({ exports: z.array(CatalogExport) }),
  }),
  listExportFields: endpoint({
    ...own,
    summary: 'What can be exported of series and of books',
    answer: 'json',
    response: CatalogExportFields,
  }),
  getExport: endpoint({
    ...own,
    summary: 'One of my exports',
    params,
    answer: 'json',
    response: CatalogExport,
    errors: ['NotFound'],
  }),
  cancelExport: endpoint({
    ...ownChange,
    summary: 'Stops an export that is being made',
    params,
    answer: 'json',
    response: CatalogExport,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteExport: endpoint({
    ...ownChange,
    summary: 'Deletes an export with its file; one that is being made is stopped',
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  downloadExport: endpoint({
    ...own,
    summary: 'The file of an export, whole or in parts; 409 until it is complete',
    params,
    answer: 'bytes',
    inParts: true,
    errors: ['NotFound', 'Conflict'],
  }),
} as const;
