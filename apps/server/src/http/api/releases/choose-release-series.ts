import type { api } from '@lectern/contract';
import { chooseReleaseSeries } from '#core/releases/choose-series.ts';
import type { Handler } from '../../handler.ts';

export const handleChooseReleaseSeries: Handler<typeof api.chooseReleaseSeries> = async (
  ctx,
  { viewer, params, body },
) => chooseReleaseSeries(ctx, viewer, params.id, body);
