import {
  createChildProfile,
  deleteChildProfile,
  listChildProfiles,
  updateChildProfile,
} from '#core/people/child-profiles.ts';
import { leaveChildProfile, openChildProfile, savePin } from '#core/people/open-profile.ts';
import type { Handlers } from '../requests/handler.ts';

export const childProfileHandlers = {
  listChildProfiles: async (ctx, { viewer }) => listChildProfiles(ctx, viewer),
  createChildProfile: async (ctx, { viewer, body }) => createChildProfile(ctx, viewer, body),
  updateChildProfile: async (ctx, { viewer, params, body }) => updateChildProfile(ctx, viewer, params.id, body),
  deleteChildProfile: async (ctx, { viewer, params }) => deleteChildProfile(ctx, viewer, params.id),
  openChildProfile: async (ctx, { viewer, params }) => openChildProfile(ctx, viewer, params.id),
  leaveChildProfile: async (ctx, { viewer, body, client }) => leaveChildProfile(ctx, viewer, body, client.ip),
  savePin: async (ctx, { viewer, body, client }) => savePin(ctx, viewer, body, client.ip),
} satisfies Partial<Handlers>;
