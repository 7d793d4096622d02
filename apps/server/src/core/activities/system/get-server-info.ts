import { API_VERSION, type ServerDoors, type ServerInfo } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { Mailer } from '#mail/mailer.ts';

/** Why the server cannot do its work, in words; undefined while it can. */
export async function findOutage(ctx: { readonly db: Database }): Promise<string | undefined> {
  try {
    await ctx.db.ping();
    return ctx.db.fault();
  } catch {
    return 'The database does not answer';
  }
}

/** Tools for describing the server. */
export interface ServerInfoContext {
  readonly config: Config;
  readonly settings: Settings;
  readonly mailer: Mailer;
}

/** Null for a disabled door. */
function listDoors(settings: Settings): ServerDoors {
  const koreader = settings.get('koreader_sync.enabled') ? '/koreader' : null;
  const compatApi = settings.get('compat_api.enabled') ? `/${settings.get('compat_api.prefix')}` : null;
  return { opds: '/opds/v1.2/catalog', opds2: '/opds/v2', koreader, compatApi };
}

/** Public facts, readable without signing in. */
export function getServerInfo({ config, settings, mailer }: ServerInfoContext): ServerInfo {
  const doors = listDoors(settings);
  return {
    name: settings.get('application.name'),
    apiVersion: API_VERSION,
    publicUrl: config.server.publicUrl?.replace(/\/+$/, '') ?? null,
    features: {
      opds: doors.opds !== null,
      koreader: doors.koreader !== null,
      compatApi: doors.compatApi !== null,
      apiDocs: config.api.enableApiDocs,
      registration: settings.get('auth.registration_enabled'),
      mail: mailer.problem === undefined,
    },
    doors,
  };
}
