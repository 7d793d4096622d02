import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../models/scalars.ts';
import {
  SeriesSharingTag,
  SharingGrant,
  SharingGrantInput,
  SharingGrants,
  SharingTag,
  SharingTagCreate,
  SharingTagUpdate,
} from '../models/sharing.ts';
import { PageQuery, paginated } from '../paging.ts';

const params = z.object({ id: Id });
const tagParams = z.object({ id: Id, tagId: Id });
const TagIds = z.array(Id).max(500);

const administer = { tag: 'Sharing tags', permission: ['SystemAdmin'], answer: 'json' } as const;
const ofOne = { ...administer, params, errors: ['NotFound'] } as const;
const gone = { ...ofOne, answer: 'none', status: 204 } as const;

export const sharing = {
  listSharingTags: endpoint({
    ...administer,
    summary: 'Sharing tags by name, with how many series bear each and how many accounts have a grant of it',
    query: PageQuery.extend({
      /** Part of the name, ignoring case and accents. */
      search: z.string().max(200).optional(),
    }),
    response: paginated(SharingTag),
  }),
  createSharingTag: endpoint({
    ...administer,
    summary: 'Adds a sharing tag; a name is taken in any case and with any accents',
    body: SharingTagCreate,
    response: SharingTag,
    status: 201,
  }),
  getSharingTag: endpoint({ ...ofOne, summary: 'One sharing tag', response: SharingTag }),
  updateSharingTag: endpoint({
    ...ofOne,
    summary: 'Renames or describes a sharing tag: what is absent stays',
    body: SharingTagUpdate,
    response: SharingTag,
  }),
  deleteSharingTag: endpoint({
    ...gone,
    summary: 'Deletes a sharing tag; refused while it is all that an account is allowed, which would see everything',
    errors: ['NotFound', 'Conflict'],
  }),
  listSeriesSharingTags: endpoint({
    ...ofOne,
    summary: 'Sharing tags of a series by name; its books share them',
    response: z.array(SeriesSharingTag),
  }),
  replaceSeriesSharingTags: endpoint({
    ...ofOne,
    summary: 'Gives a series these sharing tags in place of others; journaled, and undone like any edit',
    body: z.object({ sharingTagIds: TagIds }),
    response: z.array(SeriesSharingTag),
  }),
  addSeriesSharingTag: endpoint({
    ...ofOne,
    summary: 'Adds a sharing tag to a series, and answers with all of them',
    body: z.object({ sharingTagId: Id }),
    response: z.array(SeriesSharingTag),
  }),
  removeSeriesSharingTag: endpoint({
    ...gone,
    summary: 'Takes a sharing tag from a series',
    params: tagParams,
  }),
  listUserSharingTags: endpoint({
    ...ofOne,
    summary: 'Grants of an account, by the name of the tag',
    response: SharingGrants,
  }),
  setUserSharingTag: endpoint({
    ...ofOne,
    summary: 'Allows or denies a tag to an account; another grant of the same tag is replaced',
    body: SharingGrantInput,
    response: SharingGrant,
  }),
  removeUserSharingTag: endpoint({ ...gone, summary: 'Takes a grant from an account', params: tagParams }),
  listOwnSharingTags: endpoint({
    tag: 'Sharing tags',
    summary: 'One’s own grants',
    permission: 'user',
    answer: 'json',
    response: SharingGrants,
  }),
} as const;
