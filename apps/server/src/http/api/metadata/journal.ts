import type { api } from '@lectern/contract';
import { getMetadataAction, listMetadataActions } from '#core/metadata/journal.ts';
import { undoMetadataAction } from '#core/metadata/undo.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

const listActions: Handler<typeof api.listMetadataActions> = async (ctx, request) => {
  const { rows, total } = await listMetadataActions(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};

const getAction: Handler<typeof api.getMetadataAction> = async (ctx, { viewer, params }) =>
  getMetadataAction(ctx, viewer, params.id);

const undoAction: Handler<typeof api.undoMetadataAction> = async (ctx, { viewer, params }) =>
  undoMetadataAction(ctx, viewer, params.id);

export const journalHandlers = {
  listMetadataActions: listActions,
  getMetadataAction: getAction,
  undoMetadataAction: undoAction,
};
