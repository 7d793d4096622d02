import type { AuthorRole } from './roles.ts';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';
import type { CreditKind } from './credit-kinds.ts';

/** Names on one page of a list. */
const NAMES_PAGE = 120;

/** A list of names of one kind. */
export interface NameList {
  readonly kind: CreditKind;
  readonly libraryId?: string;
  readonly seriesId?: string;
  readonly bookId?: string;
  /** Of people. */
  readonly role?: AuthorRole;
  /** A part of the name. */
  readonly search?: string;
  readonly sort: 'name' | 'count';
}

const LIST_ROUTES = {
  person: 'listPeople',
  publisher: 'listPublishers',
  character: 'listCharacters',
  team: 'listTeams',
} as const;

/** One page of names; `page` from 1. */
export const namesQuery = ({ kind, role, ...list }: NameList, page: number) =>
  queryOptions({
    queryKey: [LIST_ROUTES[kind], { ...list, role, page }],
    queryFn: async ({ signal }) => {
      const query = { ...list, page, pageSize: NAMES_PAGE };
      if (kind !== 'person') return await request(LIST_ROUTES[kind], { query, signal });
      return await request('listPeople', { query: role === undefined ? query : { ...query, role }, signal });
    },
  });

/** One name with its counts, and the roles of a person or publisher. */
export const creditQuery = (kind: CreditKind, name: string) =>
  queryOptions({
    queryKey: ['getCredited', { kind, name }],
    queryFn: async ({ signal }): Promise<CreditPage> => {
      const query = { name };
      if (kind === 'person') return await request('getPerson', { query, signal });
      if (kind === 'publisher') return await request('getPublisher', { query, signal });
      return { ...(await request(kind === 'team' ? 'getTeam' : 'getCharacter', { query, signal })), roles: [] };
    },
  });

/** A name with counts by role. */
export interface CreditPage {
  readonly name: string;
  readonly bookCount: number;
  readonly seriesCount: number;
  readonly roles: readonly { readonly role: string; readonly bookCount: number; readonly seriesCount: number }[];
}

/** What a page of one name lists. */
export interface CreditedList {
  readonly kind: CreditKind;
  readonly name: string;
  readonly role?: AuthorRole;
  readonly sort: string;
}

/** Page size of the grids. */
export const CREDITED_PAGE = 60;

function toListQuery({ kind, name, role, sort }: CreditedList, page: number) {
  return { [kind]: name, ...(role === undefined ? {} : { role }), sort, page, pageSize: CREDITED_PAGE };
}

export const creditedBooksQuery = (list: CreditedList, page: number) =>
  queryOptions({
    queryKey: ['listBooks', { credited: list, page }],
    queryFn: async ({ signal }) => request('listBooks', { query: toListQuery(list, page), signal }),
  });

export const creditedSeriesQuery = (list: CreditedList, page: number) =>
  queryOptions({
    queryKey: ['listSeries', { credited: list, page }],
    queryFn: async ({ signal }) => request('listSeries', { query: toListQuery(list, page), signal }),
  });

/** Authors on one page of the shelves. */
export const SHELVES_PAGE = 20;

export const authorShelvesQuery = (libraryId: string, page: number) =>
  queryOptions({
    queryKey: ['listAuthorShelves', { libraryId, page }],
    queryFn: async ({ signal }) =>
      request('listAuthorShelves', { query: { libraryId, page, pageSize: SHELVES_PAGE }, signal }),
  });

export const authorGroupsQuery = (libraryId: string) =>
  queryOptions({
    queryKey: ['listAuthorShelves', { libraryId, groups: true }],
    queryFn: async ({ signal }) => request('listAuthorGroups', { query: { libraryId }, signal }),
  });
