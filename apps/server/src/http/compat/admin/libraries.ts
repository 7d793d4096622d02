import { api } from '@lectern/contract';
import { z } from 'zod';
import type { DoorRoute } from '../../door.ts';
import { later } from '../../later.ts';
import { Flag } from '../page.ts';
import { byId } from '../paths.ts';
import { LibraryPatch, NewLibrary } from './library-shapes.ts';

const Deep = z.object({ deep: Flag });

const readAnew = later(async () => (await import('./manage-libraries.ts')).readAnew);

/** Libraries, for those who manage them. */
export const managedLibraryRoutes: readonly DoorRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/libraries',
    endpoint: { permission: api.createLibrary.permission, body: NewLibrary },
    answer: later(async () => (await import('./manage-libraries.ts')).addLibrary),
  },
  {
    method: 'PATCH',
    path: '/api/v1/libraries/{id}',
    endpoint: { permission: api.updateLibrary.permission, params: byId, body: LibraryPatch },
    answer: later(async () => (await import('./manage-libraries.ts')).changeLibrary),
  },
  {
    method: 'DELETE',
    path: '/api/v1/libraries/{id}',
    endpoint: { permission: api.deleteLibrary.permission, params: byId },
    answer: later(async () => (await import('./manage-libraries.ts')).removeLibrary),
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/scan',
    endpoint: { permission: api.startScan.permission, params: byId, query: Deep },
    answer: later(async () => (await import('./manage-libraries.ts')).scanLibrary),
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/analyze',
    endpoint: { permission: api.analyzeLibrary.permission, params: byId },
    answer: readAnew,
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/metadata/refresh',
    endpoint: { permission: api.analyzeLibrary.permission, params: byId },
    answer: readAnew,
  },
  {
    method: 'POST',
    path: '/api/v1/libraries/{id}/empty-trash',
    endpoint: { permission: api.purgeLibrary.permission, params: byId },
    answer: later(async () => (await import('./manage-libraries.ts')).emptyTrash),
  },
];
