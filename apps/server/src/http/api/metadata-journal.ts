import { getMetadataAction, listMetadataActions } from '#core/catalog/metadata/journal.ts';
import { undoMetadataAction } from '#core/catalog/metadata/undo.ts';
import type { Handlers } from '../requests/handler.ts';
import { pageOf } from '../answers/page-of.ts';

export const journalHandlers = {
  listMetadataActions: async (ctx, request) => {
    const { rows, total } = await listMetadataActions(ctx, request.viewer, request.query);
    return pageOf(request, rows, total);
  },
  getMetadataAction: async (ctx, { viewer, params }) => getMetadataAction(ctx, viewer, params.id),
  undoMetadataAction: async (ctx, { viewer, params }) => undoMetadataAction(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
