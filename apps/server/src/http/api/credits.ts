import { BookAuthorRole, PublisherRole } from '@lectern/contract';
import {
  getCredited,
  getCreditedRoles,
  listAuthorGroups,
  listAuthorShelves,
  listCredits,
} from '#core/catalog/browse/credit-lists.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const creditHandlers = {
  listPeople: async (ctx, request) => toPage(request, await listCredits(ctx, request.viewer, 'person', request.query)),
  getPerson: async (ctx, { viewer, query }) =>
    getCreditedRoles(ctx, viewer, 'person', { ...query, roles: BookAuthorRole.options }),
  listAuthorShelves: async (ctx, request) =>
    toPage(request, await listAuthorShelves(ctx, request.viewer, request.query)),
  listAuthorGroups: async (ctx, { viewer, query }) => listAuthorGroups(ctx, viewer, query.libraryId),
  listPublishers: async (ctx, request) =>
    toPage(request, await listCredits(ctx, request.viewer, 'publisher', request.query)),
  getPublisher: async (ctx, { viewer, query }) =>
    getCreditedRoles(ctx, viewer, 'publisher', { ...query, roles: PublisherRole.options }),
  listCharacters: async (ctx, request) =>
    toPage(request, await listCredits(ctx, request.viewer, 'character', request.query)),
  getCharacter: async (ctx, { viewer, query }) => getCredited(ctx, viewer, 'character', query),
  listTeams: async (ctx, request) => toPage(request, await listCredits(ctx, request.viewer, 'team', request.query)),
  getTeam: async (ctx, { viewer, query }) => getCredited(ctx, viewer, 'team', query),
} satisfies Partial<Handlers>;
