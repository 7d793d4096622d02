import { findBackupState } from '../backups/find-backup-state.ts';
import { findBrokenBooks, findHeldBackRemovals, findSickLibraries } from './find-libraries.ts';
import { findDataFolder, findMailSettings, findWeakConfiguration } from './find-server.ts';
import { findFailedWork, findFailingSources, findFailingTargets } from './find-work.ts';
import type { HealthSource } from './health-context.ts';

/** Everything that is looked at; one line adds a source. */
export const HEALTH_SOURCES: readonly HealthSource[] = [
  findDataFolder,
  findBackupState,
  findSickLibraries,
  findHeldBackRemovals,
  findBrokenBooks,
  findFailedWork,
  findFailingSources,
  findFailingTargets,
  findMailSettings,
  findWeakConfiguration,
];
