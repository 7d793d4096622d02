import type { api } from '@lectern/contract';
import { getSetting } from '#core/settings/describe-settings.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSetting: Handler<typeof api.getSetting> = async (ctx, { params }) => getSetting(ctx, params.key);
