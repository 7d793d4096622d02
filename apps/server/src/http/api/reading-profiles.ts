import { chooseReadingProfile } from '#core/catalog/reading/choose-reading-profile.ts';
import {
  createReadingProfile,
  deleteReadingProfile,
  listReadingProfiles,
  updateReadingProfile,
} from '#core/catalog/reading/reading-profiles.ts';
import type { Handlers } from '../requests/handler.ts';

export const readingProfileHandlers = {
  listReadingProfiles: async (ctx, { viewer, query }) => listReadingProfiles(ctx, viewer, query),
  createReadingProfile: async (ctx, { viewer, body }) => createReadingProfile(ctx, viewer, body),
  updateReadingProfile: async (ctx, { viewer, params, body }) =>
    updateReadingProfile(ctx, viewer, { ...body, id: params.id }),
  deleteReadingProfile: async (ctx, { viewer, params }) => deleteReadingProfile(ctx, viewer, params.id),
  chooseReadingProfile: async (ctx, { viewer, body }) => chooseReadingProfile(ctx, viewer, body),
} satisfies Partial<Handlers>;
