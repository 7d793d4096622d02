import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Library, LibraryCreate, LibraryUpdate, PathPreview, ScanMode } from '../models/library.ts';
import { Count, Id } from '../models/scalars.ts';
import { ScanStatus } from '../models/task.ts';
import { PageQuery, paginated } from '../paging.ts';
import { CoverQuery } from './cover-query.ts';

const params = z.object({ id: Id });
const aliases = { defaultMode: 'scanMode' };
const ModeQuery = z.object({ mode: z.string().toLowerCase().pipe(ScanMode).optional() });

const update = {
  tag: 'Libraries',
  summary: 'Changes a library: what is absent stays, null clears',
  permission: ['LibrariesWrite'],
  params,
  body: LibraryUpdate,
  aliases,
  answer: 'json',
  response: Library,
  errors: ['NotFound', 'Conflict'],
} as const;

export const libraries = {
  listLibraries: endpoint({
    tag: 'Libraries',
    summary: 'Libraries by name',
    permission: ['LibrariesRead'],
    query: PageQuery,
    answer: 'json',
    response: paginated(Library),
  }),
  createLibrary: endpoint({
    tag: 'Libraries',
    summary: 'Adds a folder of book files',
    permission: ['LibrariesWrite'],
    body: LibraryCreate,
    aliases,
    answer: 'json',
    response: Library,
    status: 201,
    errors: ['Conflict'],
  }),
  getLibrary: endpoint({
    tag: 'Libraries',
    summary: 'One library',
    permission: ['LibrariesRead'],
    params,
    answer: 'json',
    response: Library,
    errors: ['NotFound'],
  }),
  updateLibrary: endpoint(update),
  patchLibrary: endpoint(update),
  deleteLibrary: endpoint({
    tag: 'Libraries',
    summary: 'Removes a library from Lectern; its files stay where they are',
    permission: ['LibrariesDelete'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  getLibraryThumbnail: endpoint({
    tag: 'Libraries',
    summary: 'Cover of a library',
    permission: ['LibrariesRead'],
    params,
    query: CoverQuery,
    answer: 'bytes',
    errors: ['NotFound'],
  }),
  startScan: endpoint({
    tag: 'Scanning',
    summary:
      'Starts a scan: normal looks for new and changed files, deep analyses every file again; path, relative, names one folder',
    permission: ['LibrariesWrite'],
    params,
    query: ModeQuery.extend({ path: z.string().max(4096).optional() }),
    answer: 'json',
    response: ScanStatus,
    errors: ['NotFound', 'Conflict'],
  }),
  getScanStatus: endpoint({
    tag: 'Scanning',
    summary: 'The running scan of a library, else the last one',
    permission: ['LibrariesRead'],
    params,
    answer: 'json',
    response: ScanStatus,
    errors: ['NotFound'],
  }),
  cancelScan: endpoint({
    tag: 'Scanning',
    summary: 'Cancels the running scan and the analysis it queued',
    permission: ['LibrariesWrite'],
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  confirmRemovals: endpoint({
    tag: 'Scanning',
    summary: 'Confirms removals that a scan held back because too much of the library was gone',
    permission: ['LibrariesWrite'],
    params,
    answer: 'json',
    response: ScanStatus,
    errors: ['NotFound', 'Conflict'],
  }),
  dismissRemovals: endpoint({
    tag: 'Scanning',
    summary: 'Keeps the books whose removal a scan held back',
    permission: ['LibrariesWrite'],
    params,
    answer: 'json',
    response: ScanStatus,
    errors: ['NotFound', 'Conflict'],
  }),
  purgeLibrary: endpoint({
    tag: 'Scanning',
    summary: 'Removes the deleted books of a library for good, with their progress; tells how many',
    permission: ['LibrariesWrite'],
    params,
    answer: 'json',
    response: Count,
    errors: ['NotFound'],
  }),
  purgeSeries: endpoint({
    tag: 'Scanning',
    summary: 'Removes the deleted books of a series for good, with their progress; tells how many',
    permission: ['SeriesWrite'],
    params,
    answer: 'json',
    response: Count,
    errors: ['NotFound'],
  }),
  startSeriesScan: endpoint({
    tag: 'Scanning',
    summary: 'Starts a scan of the folder that holds the books of a series',
    permission: ['SeriesWrite'],
    params,
    query: ModeQuery,
    answer: 'json',
    response: ScanStatus,
    errors: ['NotFound', 'Conflict'],
  }),
  previewLibraryPath: endpoint({
    tag: 'Libraries',
    summary: 'What a library would find in another folder, and miss there; nothing is changed',
    permission: ['LibrariesWrite'],
    params,
    body: z.object({ path: LibraryCreate.shape.path }),
    answer: 'json',
    response: PathPreview,
    errors: ['NotFound', 'Conflict'],
  }),
  listActiveScans: endpoint({
    tag: 'Scanning',
    summary: 'Scans that wait or run',
    permission: ['LibrariesRead'],
    answer: 'json',
    response: z.array(ScanStatus),
  }),
  streamScans: endpoint({
    tag: 'Scanning',
    summary: 'Live scan progress: event scan_progress',
    permission: ['LibrariesRead'],
    answer: 'events',
  }),
} as const;
