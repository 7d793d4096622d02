import type { api } from '@lectern/contract';
import { chooseListCover } from '#core/lists/list-covers.ts';
import { toReadListCover } from '#core/lists/to-list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleSelectReadListCover: Handler<typeof api.selectReadListCover> = async (
  ctx,
  { viewer, params: { id, coverId } },
) => toReadListCover(id, await chooseListCover(ctx, viewer, { kind: 'readList', id }, coverId));
