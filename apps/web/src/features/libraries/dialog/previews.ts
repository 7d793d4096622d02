import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@lectern/contract/client';
import { request } from '#lib/api.ts';

type StrategyQuestion = CallInput<'previewStrategy'>['body'];
type TitleRulesBody = CallInput<'createLibrary'>['body']['titlePreprocessingRules'];
type ScheduleQuestion = CallInput<'previewSchedule'>['body'];

/** Previews follow typing: stale answers are useless, and a refusal is a result. */
const PREVIEW = { gcTime: 60_000, retry: false, refetchOnWindowFocus: false } as const;
/** Most books in a preview, the limit of the API. */
const EXAMPLES = 500;

/** Effect of another grouping strategy. */
export const strategyPreviewQuery = (libraryId: string, body: StrategyQuestion) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewStrategy', { libraryId, body }],
    queryFn: async ({ signal }) =>
      request('previewStrategy', { params: { id: libraryId }, body: { ...body, limit: EXAMPLES }, signal }),
  });

/** Books found in another folder. */
export const pathPreviewQuery = (libraryId: string, path: string) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewLibraryPath', { libraryId, path }],
    queryFn: async ({ signal }) => request('previewLibraryPath', { params: { id: libraryId }, body: { path }, signal }),
  });

/** Titles changed by clean-up rules. */
export const titlesPreviewQuery = (libraryId: string, rules: TitleRulesBody) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewTitles', { libraryId, rules }],
    queryFn: async ({ signal }) =>
      request('reprocessLibrarySeriesTitles', {
        params: { id: libraryId },
        body: { dryRun: true, titlePreprocessingRules: rules ?? null },
        signal,
      }),
  });

/** Next runs of a schedule. */
export const schedulePreviewQuery = (body: ScheduleQuestion) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewSchedule', body],
    queryFn: async ({ signal }) => request('previewSchedule', { body, signal }),
  });
