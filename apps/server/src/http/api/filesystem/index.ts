import { later } from '../../later.ts';

export const filesystemHandlers = {
  browseFolders: later(async () => (await import('./browse-folders.ts')).handleBrowseFolders),
  listDrives: later(async () => (await import('./list-drives.ts')).handleListDrives),
};
