import { later } from '../../later.ts';

export const maintenanceHandlers = {
  cleanupThumbnails: later(async () => (await import('./cleanup-thumbnails.ts')).handleCleanupThumbnails),
};
