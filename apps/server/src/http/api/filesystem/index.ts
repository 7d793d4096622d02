import { handleBrowseFolders } from './browse-folders.ts';
import { handleListDrives } from './list-drives.ts';

export const filesystemHandlers = { browseFolders: handleBrowseFolders, listDrives: handleListDrives };
