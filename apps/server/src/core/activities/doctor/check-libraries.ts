import type { Config } from '#config/schema.ts';
import { touchesDataFolder } from '#core/catalog/libraries/check-library-path.ts';
import type { Inspection } from '#db/inspect.ts';
import { countSeriesOfAll, listInspectedLibraries } from '#db/repos/system/system.repo.ts';
import { checkRoot, isEmptyFolder } from '#files/walk/library-root.ts';
import { identifyFolder } from '#files/walk/folder-identity.ts';
import { findWatchLimit } from '#files/watch/watch-limit.ts';
import { isRemoteFolder } from '#files/watch/watch.ts';
import { type Found, ok, problem, warning } from './finding.ts';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import { say } from '#words/say.ts';

interface InspectedLibrary {
  readonly name: string;
  readonly path: string;
  readonly hasBooks: boolean;
}

/** Checks the folder of one library. */
export async function checkLibrary({ name, path, hasBooks }: InspectedLibrary, config: Config): Promise<Found[]> {
  const root = await checkRoot(path);
  if (!root.ok) {
    const advice =
      root.reason === 'unreadable'
        ? say('Give the user that runs the server the right to read it')
        : say('Mount the disk, or give the library its new folder. Its books stay known meanwhile');
    return [problem(say('Library “{name}”: {reason}', { name, reason: root.message }), advice)];
  }
  if (await touchesDataFolder({ config }, await identifyFolder(path))) {
    const advice = say('It is not scanned. Give the library or the data folder another place');
    const values = { name, path, folder: config.dataDir };
    return [problem(say('Library “{name}”: {path} is, holds or lies in the data folder {folder}', values), advice)];
  }
  if (hasBooks && (await isEmptyFolder(path))) {
    const advice = say('Mount the disk: the library has books, so an empty folder is the place of a disk that is away');
    return [problem(say('Library “{name}”: {path} is empty', { name, path }), advice)];
  }
  const found: Found[] = [];
  if (config.scanner.watch && (await isRemoteFolder(path))) {
    const advice = say('Lectern checks it at intervals. Give the library a schedule, or scan when there are new books');
    const message = say('Library “{name}”: {path} is on another machine, which does not tell of changes', {
      name,
      path,
    });
    found.push(warning(message, advice));
  }
  if (!(await isAllowed(config.files.roots, path))) {
    const advice = say('It is scanned all the same. Add its folder to files.roots');
    found.push(warning(say('Library “{name}”: {path} is outside of files.roots', { name, path }), advice));
  }
  return found;
}

async function checkWatches({ read }: Inspection, config: Config): Promise<Found[]> {
  const limit = config.scanner.watch ? await findWatchLimit() : undefined;
  if (limit === undefined) return [];
  // A series is usually one folder.
  const folders = await countSeriesOfAll(read);
  if (folders < limit) return [];
  const advice =
    'Raise it: sysctl fs.inotify.max_user_watches=524288 (and into /etc/sysctl.d). Until then large libraries are looked through again and again';
  return [
    warning(
      `The libraries have about ${String(folders)} folders, and the system watches ${String(limit)} at most`,
      advice,
    ),
  ];
}

/** Checks the folders of all libraries. */
export async function checkLibraries(inspection: Inspection | undefined, config: Config): Promise<Found[]> {
  const libraries = inspection === undefined ? [] : await listInspectedLibraries(inspection);
  if (inspection === undefined || libraries.length === 0) return [ok('There is no library yet')];
  const found: Found[] = [];
  for (const library of libraries) found.push(...(await checkLibrary(library, config)));
  found.push(...(await checkWatches(inspection, config)));
  if (found.length > 0) return found;
  return [ok(`${String(libraries.length)} ${libraries.length === 1 ? 'library' : 'libraries'} can be read`)];
}
