import type { Config } from '#config/schema.ts';
import type { Settings } from '#core/settings/settings.ts';
import { measureDiskSpace } from '#files/data/disk-space.ts';
import { mark, say } from '#words/say.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Without settings the reserve of the configuration counts. */
interface DiskContext {
  readonly config: Config;
  readonly settings?: Pick<Settings, 'get'>;
}

const MEGABYTE = 1_048_576;
/** A warning comes this many reserves before the reserve is reached. */
const EARLY = 5;
const ADVICE = mark(
  'Make room on that disk. Caches are bounded by images.cache_megabytes and images.unpacked_megabytes. Old exports can be deleted',
);

/**
 * Finds whether the disk of the data folder has room.
 * @returns undefined where the system does not tell
 */
export async function findDiskSpace({ config, settings }: DiskContext): Promise<Finding | undefined> {
  const { dataDir, tasks } = config;
  const space = await measureDiskSpace(dataDir);
  if (space === undefined) return undefined;
  const reserve = settings?.get('tasks.reserve_megabytes') ?? tasks.reserveMegabytes;
  const free = Math.floor(space.freeBytes / MEGABYTE);
  const values = { free, reserve, path: dataDir };
  const message = say('{free} MB free on the disk of {path}', values);
  const advice = say(ADVICE);
  const area = 'data folder';
  // Its number changes all the time: only its state makes it another finding.
  const name = { key: 'disk space', fingerprint: '' };
  if (free < reserve) {
    const words = say(
      '{free} MB free on the disk of {path}. Background work waits until there are {reserve} MB (tasks.reserve_megabytes)',
      values,
    );
    return { area, ...problem(words, advice), ...name };
  }
  return { area, ...(free < reserve * EARLY ? warning(message, advice) : ok(message)), ...name };
}
