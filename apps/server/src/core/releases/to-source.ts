import { ReleasePollSummary, type ReleaseSource, ReleaseSourceConfig, ReleaseSourceKind } from '@lectern/contract';
import type { Settings } from '#core/settings/settings.ts';
import type { SourceRow } from '#db/repos/releases/release-sources.repo.ts';

function timestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A stored source as administrators see it: without its secret. */
export function toSource(row: SourceRow, settings: Pick<Settings, 'get'>): ReleaseSource {
  const isPolled = row.enabled === 1 && row.kind !== 'api-feed';
  return {
    id: row.id,
    pluginId: row.pluginId,
    sourceKey: row.sourceKey,
    displayName: row.displayName,
    kind: ReleaseSourceKind.parse(row.kind),
    enabled: row.enabled === 1,
    cronSchedule: row.cronSchedule,
    effectiveCronSchedule: row.cronSchedule ?? settings.get('release_tracking.default_cron_schedule'),
    config: ReleaseSourceConfig.parse(JSON.parse(row.config)),
    hasSecret: row.secret !== null,
    etag: row.etag,
    lastPolledAt: timestamp(row.lastPolledAt),
    lastError: row.lastError,
    lastErrorAt: timestamp(row.lastErrorAt),
    failures: row.failures,
    nextPollAt: isPolled ? timestamp(row.nextPollAt) : null,
    lastSummary: row.lastSummary === null ? null : ReleasePollSummary.parse(JSON.parse(row.lastSummary)),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}
