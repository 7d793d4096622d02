import { handleCleanupThumbnails } from './cleanup-thumbnails.ts';

export const maintenanceHandlers = {
  cleanupThumbnails: handleCleanupThumbnails,
};
