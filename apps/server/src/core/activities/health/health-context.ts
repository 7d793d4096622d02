import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Settings } from '#core/settings/settings.ts';
import type { Database } from '#db/open.ts';
import type { EventBus } from '#events/bus.ts';
import type { Finding } from '../doctor/finding.ts';

/** What sources of findings may use. */
export interface HealthContext {
  readonly db: Database;
  readonly config: Config;
  readonly settings: Pick<Settings, 'get'>;
  readonly events: EventBus;
  readonly log: Readonly<Record<'server', Logger>>;
}

/** Looks at one part of the server. Results whose state is `ok` are not shown. */
export type HealthSource = (ctx: HealthContext) => Promise<readonly Finding[]>;
