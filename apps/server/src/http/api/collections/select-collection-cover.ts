import type { api } from '@lectern/contract';
import { chooseListCover } from '#core/lists/list-covers.ts';
import { toCollectionCover } from '#core/lists/to-list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleSelectCollectionCover: Handler<typeof api.selectCollectionCover> = async (
  ctx,
  { viewer, params: { id, coverId } },
) => toCollectionCover(id, await chooseListCover(ctx, viewer, { kind: 'collection', id }, coverId));
