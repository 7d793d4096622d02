import { z } from 'zod';

const KEY_RULE = 'must be called by 1 to 100 letters, digits, dots, dashes and underscores';
const Key = z.string().regex(/^[\w.-]{1,100}$/, KEY_RULE);

function settings<Setting extends z.ZodType>(setting: Setting) {
  return z
    .object({})
    .catchall(setting)
    .superRefine((all, check) => {
      const keys = Object.keys(all);
      if (keys.length > 100) check.addIssue({ code: 'custom', message: 'must be at most 100 settings' });
      const wrong = keys.find((key) => !Key.safeParse(key).success);
      if (wrong !== undefined) check.addIssue({ code: 'custom', path: [wrong], message: KEY_RULE });
    });
}

const value = z.string().max(60_000);

/** What an app keeps here for its user, by its own keys. */
export const ClientSettings = settings(z.object({ value }));

/** What an app keeps here for all, also for those who are not signed in where it says so. */
export const SharedClientSettings = settings(z.object({ value, allowUnauthorized: z.boolean().default(false) }));

/** Keys that an app keeps no longer; a list, which is checked where it is used. */
export const ClientKeys = z.array(Key).max(100);
