import type { Config } from '#config/schema.ts';
import { type FolderIdentity, identifyFolder, relateFolders } from '#files/walk/folder-identity.ts';

/** Why no library is made of it, after a colon. */
export const DATA_FOLDER_REFUSED = 'it is, holds or lies in the data folder of the server';

/** Whether a folder is the data folder, lies in it, or holds it: books of it would be secrets of the server. */
export async function touchesDataFolder(
  { config }: { readonly config: Pick<Config, 'dataDir'> },
  folder: FolderIdentity,
): Promise<boolean> {
  return relateFolders(folder, await identifyFolder(config.dataDir)) !== undefined;
}
