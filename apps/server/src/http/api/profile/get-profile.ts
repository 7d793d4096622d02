import type { api } from '@lectern/contract';
import { getProfile } from '#core/account/profile.ts';
import type { Handler } from '../../handler.ts';

export const handleGetProfile: Handler<typeof api.getProfile> = async (ctx, { viewer }) => getProfile(ctx, viewer);
