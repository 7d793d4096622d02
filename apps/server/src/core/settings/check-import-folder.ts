import type { Config } from '#config/schema.ts';
import type { Database } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import { identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';
import { checkRoot } from '#files/walk/library-root.ts';
import { say } from '#words/say.ts';

interface ImportFolderContext {
  readonly db: Pick<Database, 'read'>;
  readonly config: Pick<Config, 'dataDir' | 'files'>;
}

/**
 * Why a folder cannot be the import folder; undefined when it can.
 * @param absolutePath as the setting has it
 */
export async function findImportFolderFault(
  { db, config }: ImportFolderContext,
  absolutePath: string,
): Promise<string | undefined> {
  const { roots } = config.files;
  if (!(await isAllowed(roots, absolutePath))) {
    return say('"{path}" is outside the folders that the configuration allows: {allowed}', {
      path: absolutePath,
      allowed: roots.join(', '),
    });
  }
  const root = await checkRoot(absolutePath);
  if (!root.ok) return root.message;
  const identity = await identifyFolder(absolutePath);
  if (relateFolders(identity, await identifyFolder(config.dataDir)) !== undefined) {
    return say('"{path}" overlaps the data folder of the server', { path: absolutePath });
  }
  for (const { name, path } of await listLibraryPaths(db.read)) {
    const relation = relateFolders(identity, await identifyFolder(path));
    if (relation === undefined) continue;
    return say(
      '{relation, select, same {"{path}" is the folder of the library "{name}"} inside {"{path}" is inside the folder of the library "{name}"} other {"{path}" contains the folder of the library "{name}"}}',
      { relation, path: absolutePath, name },
    );
  }
  return undefined;
}
