import { z } from 'zod';
import { Text } from '../page.ts';

export const ofMetric = z.object({ name: z.string().max(200) });
/** `tag=library:…` narrows a metric down. */
export const MetricQuery = z.object({ tag: Text });

/** Nothing of the kind is done here, and that may be said. */
function never(why: string) {
  return z.literal(false, `must be false: ${why}`).nullish();
}

const KEEPS = 'this server keeps lists that are empty';

/** Settings that an app changes; absent and null keep. */
export const SettingsPatch = z.object({
  deleteEmptyCollections: never(KEEPS),
  deleteEmptyReadLists: never(KEEPS),
  rememberMeDurationDays: z.int().nullish(),
  renewRememberMeKey: never('every sign-in that is remembered has a key of its own, and can be ended under devices'),
  thumbnailSize: z
    .literal('DEFAULT', 'must be DEFAULT: covers are kept in several sizes, and sent in the one that is asked for')
    .nullish(),
  taskPoolSize: z.int().nullish(),
  serverPort: z.null('must be null: the port is in the configuration of the server').optional(),
  serverContextPath: z.null('must be null: the prefix is a setting of Lectern itself').optional(),
  koboProxy: never('this server knows no Kobo devices'),
  koboPort: z.null('must be null: this server knows no Kobo devices').optional(),
  kepubifyPath: z.null('must be null: this server converts no books').optional(),
});
export type SettingsPatch = z.output<typeof SettingsPatch>;
