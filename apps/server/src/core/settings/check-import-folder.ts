import type { Config } from '#config/schema.ts';
import type { Database } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { isAllowed } from '#files/walk/allowed-roots.ts';
import { identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';
import { checkRoot } from '#files/walk/library-root.ts';

interface ImportFolderContext {
  readonly db: Pick<Database, 'read'>;
  readonly config: Pick<Config, 'dataDir' | 'files'>;
}

const RELATIONS = {
  same: 'is the folder',
  inside: 'lies inside the folder',
  around: 'lies around the folder',
} as const;

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
    return `"${absolutePath}" is outside of the folders that the configuration allows: ${roots.join(', ')}`;
  }
  const root = await checkRoot(absolutePath);
  if (!root.ok) return root.message;
  const identity = await identifyFolder(absolutePath);
  if (relateFolders(identity, await identifyFolder(config.dataDir)) !== undefined) {
    return `"${absolutePath}" is, holds or lies in the data folder of the server`;
  }
  for (const { name, path } of await listLibraryPaths(db.read)) {
    const relation = relateFolders(identity, await identifyFolder(path));
    if (relation !== undefined) return `"${absolutePath}" ${RELATIONS[relation]} of library "${name}"`;
  }
  return undefined;
}
