import { API_VERSION, type ServerDoors, type ServerInfo } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { Settings } from '../settings/settings.ts';

/** What tells of the server. */
export interface ServerInfoContext {
  readonly version: string;
  readonly config: Config;
  readonly settings: Settings;
  readonly mailer: Mailer;
}

/** Each is null until the server has it. */
const DOORS: ServerDoors = { opds: null, opds2: null, koreader: null, compatApi: null };

/** What anybody may know of the server. */
export function getServerInfo({ version, config, settings, mailer }: ServerInfoContext): ServerInfo {
  return {
    name: settings.get('application.name'),
    version,
    apiVersion: API_VERSION,
    publicUrl: config.server.publicUrl?.replace(/\/+$/, '') ?? null,
    features: {
      opds: DOORS.opds !== null,
      koreader: DOORS.koreader !== null,
      compatApi: DOORS.compatApi !== null,
      apiDocs: config.api.enableApiDocs,
      registration: settings.get('auth.registration_enabled'),
      mail: mailer.problem === undefined,
    },
    doors: DOORS,
  };
}
