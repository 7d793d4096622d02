import { checkConfiguration } from '../doctor/check-configuration.ts';
import { checkDataFolder } from '../doctor/check-data-folder.ts';
import { checkMail } from '../doctor/check-network.ts';
import type { Finding, FindingArea, Found } from '../doctor/finding.ts';
import type { HealthContext } from './health-context.ts';

function label(area: FindingArea, found: readonly Found[]): Finding[] {
  return found.map((one) => ({ area, ...one }));
}

/** Settings that are dangerous or useless together. */
export async function findWeakConfiguration({ config }: HealthContext): Promise<Finding[]> {
  return label('configuration', checkConfiguration(config));
}

/** The data folder: its disk, and who else can read it. */
export async function findDataFolder({ config }: HealthContext): Promise<Finding[]> {
  return label('data folder', await checkDataFolder(config));
}

/** Mail that is configured in part. */
export async function findMailSettings({ config }: HealthContext): Promise<Finding[]> {
  return label('mail', await checkMail(config, false));
}
