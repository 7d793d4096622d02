import type { ReleaseAnnouncedEvent, ReleaseSourcePolledEvent } from '@lectern/contract';

/** The part of a release that its event contains. */
interface AnnouncedRelease {
  readonly id: string;
  readonly seriesId: string;
  readonly sourceId: string;
  readonly pluginId: string;
  readonly chapter?: number | null | undefined;
  readonly volume?: number | null | undefined;
  readonly language?: string | null | undefined;
}

/** A release of a series was found. */
export function releaseAnnounced(
  { id, seriesId, sourceId, pluginId, chapter, volume, language }: AnnouncedRelease,
  series: { readonly title: string; readonly libraryId: string },
): ReleaseAnnouncedEvent {
  return {
    type: 'release_announced',
    ledger_id: id,
    series_id: seriesId,
    library_id: series.libraryId,
    series_title: series.title,
    source_id: sourceId,
    plugin_id: pluginId,
    chapter: chapter ?? null,
    volume: volume ?? null,
    language: language ?? null,
    timestamp: new Date().toISOString(),
  };
}

/** A source was polled. */
export function releaseSourcePolled(
  { id, pluginId }: { readonly id: string; readonly pluginId: string },
  hadError: boolean,
): ReleaseSourcePolledEvent {
  return {
    type: 'release_source_polled',
    source_id: id,
    plugin_id: pluginId,
    had_error: hadError,
    timestamp: new Date().toISOString(),
  };
}
