import {
  acceptImport,
  chooseImport,
  decideMany,
  lookForImports,
  rejectImport,
} from '#core/activities/imports/decide-imports.ts';
import { getImportStatus, listImports } from '#core/activities/imports/list-imports.ts';
import { toPage } from '../answers/to-page.ts';
import type { Handlers } from '../requests/handler.ts';

export const importHandlers = {
  listImports: async (ctx, request) => toPage(request, await listImports(ctx, request.viewer, request.query)),
  getImportStatus: async (ctx, { viewer }) => getImportStatus(ctx, viewer),
  lookForImports: async (ctx) => lookForImports(ctx),
  updateImport: async (ctx, { viewer, params, body }) => chooseImport(ctx, viewer, params.id, body),
  acceptImport: async (ctx, { viewer, params }) => acceptImport(ctx, viewer, params.id),
  acceptImports: async (ctx, { viewer, body }) => decideMany(async (id) => acceptImport(ctx, viewer, id), body.ids),
  rejectImport: async (ctx, { viewer, params }) => rejectImport(ctx, viewer, params.id),
  rejectImports: async (ctx, { viewer, body }) => decideMany(async (id) => rejectImport(ctx, viewer, id), body.ids),
} satisfies Partial<Handlers>;
