import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@lectern/contract/client';
import { request } from '#lib/api.ts';

type ScanQuestion = CallInput<'previewScan'>['body'];
type StrategyQuestion = CallInput<'previewStrategy'>['body'];
type TitleRulesBody = CallInput<'createLibrary'>['body']['titlePreprocessingRules'];
type ScheduleQuestion = CallInput<'previewSchedule'>['body'];

/** Asked for what is typed: old answers are of no use, and a refusal is one. */
const PREVIEW = { gcTime: 60_000, retry: false, refetchOnWindowFocus: false } as const;
/** Books that the preview of a change names, as many as the server does. */
const EXAMPLES = 500;

/** The series that a folder would have as a library. */
export const scanPreviewQuery = (body: ScanQuestion) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewScan', body],
    queryFn: async ({ signal }) => request('previewScan', { body, signal }),
  });

/** What another way of sorting would do to the books of a library. */
export const strategyPreviewQuery = (libraryId: string, body: StrategyQuestion) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewStrategy', { libraryId, body }],
    queryFn: async ({ signal }) =>
      request('previewStrategy', { params: { id: libraryId }, body: { ...body, limit: EXAMPLES }, signal }),
  });

/** What a library would find in another folder. */
export const pathPreviewQuery = (libraryId: string, path: string) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewLibraryPath', { libraryId, path }],
    queryFn: async ({ signal }) => request('previewLibraryPath', { params: { id: libraryId }, body: { path }, signal }),
  });

/** Which series of a library clean-up rules would give another title. */
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

/** When a schedule comes next. */
export const schedulePreviewQuery = (body: ScheduleQuestion) =>
  queryOptions({
    ...PREVIEW,
    queryKey: ['previewSchedule', body],
    queryFn: async ({ signal }) => request('previewSchedule', { body, signal }),
  });
