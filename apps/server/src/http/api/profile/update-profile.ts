import type { api } from '@lectern/contract';
import { chooseLanguage } from '#core/account/mails/write-mail.ts';
import { updateProfile } from '#core/account/profile.ts';
import type { Handler } from '../../handler.ts';

/** Answers PUT and PATCH. */
export const handleUpdateProfile: Handler<typeof api.updateProfile> = async (ctx, { viewer, body, client }) =>
  updateProfile(ctx, viewer, body, { ip: client.ip, language: chooseLanguage(client.languages) });
