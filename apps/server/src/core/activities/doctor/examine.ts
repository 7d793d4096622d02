import type { Config } from '#config/schema.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkDataFolder } from './check-data-folder.ts';
import { checkDatabase, openForDoctor } from './check-database.ts';
import { checkLibraries } from './check-libraries.ts';
import { checkCertificate, checkMail, checkNetwork } from './check-network.ts';
import { checkPrograms } from './check-programs.ts';
import { type Finding, type FindingArea, type Found, ok, problem, formatError } from './finding.ts';

const OLDEST_NOW = Date.UTC(2026, 0, 1);

function checkClock(): Found[] {
  const now = new Date();
  if (now.getTime() >= OLDEST_NOW) return [ok(`It is ${now.toISOString()}`)];
  return [problem(`The clock says ${now.toISOString()}`, 'Set it, by NTP best: sessions and certificates go by it')];
}

async function examineArea(area: FindingArea, check: () => Found[] | Promise<Found[]>): Promise<Finding[]> {
  try {
    return (await check()).map((found) => ({ area, ...found }));
  } catch (error) {
    const advice =
      area === 'database' ? 'Check database.url, and that it can be reached; or restore a backup' : 'See the message';
    return [{ area, ...problem(`This could not be looked at: ${formatError(error)}`, advice) }];
  }
}

/**
 * Checks everything that a server with this configuration needs. Changes nothing; a server may run meanwhile.
 * @param config may be one without a server
 * @param options `mail` also signs in at the mail server
 */
export async function examine(config: Config, options: { readonly mail: boolean }): Promise<Finding[]> {
  const findings = [
    ...(await examineArea('configuration', () => checkConfiguration(config))),
    ...(await examineArea('data folder', async () => checkDataFolder(config))),
    ...(await examineArea('programs', checkPrograms)),
  ];
  await using opened = new AsyncDisposableStack();
  const database = await examineArea('database', async () => {
    const inspection = await openForDoctor(config);
    if (inspection !== undefined) opened.use(inspection);
    const found = await checkDatabase(inspection, config);
    findings.push(...(await examineArea('libraries', async () => checkLibraries(inspection, config))));
    return found;
  });
  return [
    ...findings,
    ...database,
    ...(await examineArea('network', async () => [
      ...(await checkNetwork(config)),
      ...(await checkCertificate(config)),
    ])),
    ...(await examineArea('mail', async () => checkMail(config, options.mail))),
    ...(await examineArea('clock', checkClock)),
  ];
}
