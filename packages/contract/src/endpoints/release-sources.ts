import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  ReleaseApplicability,
  ReleasePoll,
  ReleasePollAll,
  ReleasePush,
  ReleasePushed,
  ReleaseReset,
  ReleaseResetAll,
  ReleaseSource,
  ReleaseSourceNew,
  ReleaseSourceUpdate,
} from '../models/release.ts';
import { Id } from '../models/scalars.ts';
import { PageQuery, paginated } from '../paging.ts';

const tag = 'Release sources';
const params = z.object({ id: Id });
const permission = ['SystemAdmin'] as const;

export const releaseSources = {
  listReleaseSources: endpoint({
    tag,
    summary: 'Where releases come from, by name',
    permission,
    query: PageQuery,
    answer: 'json',
    response: paginated(ReleaseSource),
  }),
  createReleaseSource: endpoint({
    tag,
    summary: 'Adds a feed that is read by schedule, or a source that programs push to',
    permission,
    body: ReleaseSourceNew,
    answer: 'json',
    response: ReleaseSource,
    status: 201,
    errors: ['Conflict', 'NotFound'],
  }),
  getApplicability: endpoint({
    tag,
    summary: 'Whether any source is switched on, so that tracking makes sense',
    permission: ['SeriesRead'],
    query: z.object({ libraryId: Id.optional() }),
    answer: 'json',
    response: ReleaseApplicability,
    errors: ['NotFound'],
  }),
  pollAllReleaseSources: endpoint({
    tag,
    summary: 'Polls every feed that is switched on',
    permission,
    answer: 'json',
    response: ReleasePollAll,
    status: 202,
  }),
  resetAllReleaseSources: endpoint({
    tag,
    summary: 'Deletes all releases, and forgets what feeds answered last',
    permission,
    answer: 'json',
    response: ReleaseResetAll,
  }),
  getReleaseSource: endpoint({
    tag,
    summary: 'One source, and how it fares',
    permission,
    params,
    answer: 'json',
    response: ReleaseSource,
    errors: ['NotFound'],
  }),
  updateReleaseSource: endpoint({
    tag,
    summary: 'Changes what is given about a source; a secret is forgotten when the address leads to another host',
    permission,
    params,
    body: ReleaseSourceUpdate,
    answer: 'json',
    response: ReleaseSource,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteReleaseSource: endpoint({
    tag,
    summary: 'Removes a source and its releases',
    permission,
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
  pollReleaseSource: endpoint({
    tag,
    summary: 'Polls a feed now',
    permission,
    params,
    answer: 'json',
    response: ReleasePoll,
    status: 202,
    errors: ['NotFound', 'Conflict'],
  }),
  resetReleaseSource: endpoint({
    tag,
    summary: 'Deletes the releases of a source, and forgets what it answered last',
    permission,
    params,
    answer: 'json',
    response: ReleaseReset,
    errors: ['NotFound'],
  }),
  pushReleases: endpoint({
    tag,
    summary: 'Tells of releases, each on its own; sent again it changes nothing',
    permission: ['SeriesWrite'],
    params,
    body: ReleasePush,
    answer: 'json',
    response: ReleasePushed,
    errors: ['NotFound', 'Conflict'],
  }),
} as const;
