import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Library, PathPreview, ScanPreview, StrategyPreview, TitleReprocessing } from '@lectern/contract';
import { fieldProblems } from '#lib/problem.ts';
import { useSettled } from '#lib/use-settled.ts';
import { draftOf, filesBody, groupingBody, groupingProblems, type LibraryDraft } from './library-draft.ts';
import { pathPreviewQuery, scanPreviewQuery, strategyPreviewQuery, titlesPreviewQuery } from './previews.ts';
import type { Problems } from './problems.ts';
import { rulesBody } from './title-rules.ts';

/** One look ahead: what it found, and how it stands. */
export interface Preview<Data> {
  /** False when there is nothing to look at. */
  readonly asked: boolean;
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** Under way; `data` may be what was found before. */
  readonly busy: boolean;
  /** Stopped by somebody, before anything was found. */
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly again: () => void;
}

/** Everything that the form tells ahead; what does not apply is not asked. */
export interface Previews {
  readonly scan: Preview<ScanPreview>;
  readonly path: Preview<PathPreview>;
  readonly strategy: Preview<StrategyPreview>;
  readonly titles: Preview<TitleReprocessing>;
  /** The folder that `path` is about; null while there is none. */
  readonly pathAsked: string | null;
  /** What the server objects to, by field. */
  readonly problems: Problems;
}

/** What is to be looked at; null for what is not. */
interface Questions {
  readonly scan: Parameters<typeof scanPreviewQuery>[0] | null;
  readonly path: string | null;
  readonly strategy: Parameters<typeof strategyPreviewQuery>[1] | null;
  readonly titles: { readonly rules: ReturnType<typeof rulesBody> } | null;
}

const NOTHING: Questions = { scan: null, path: null, strategy: null, titles: null };

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** What a draft has to be asked for: of a new library its series, of another one what its changes do. */
export function questionsOf(draft: LibraryDraft, library: Library | undefined): Questions {
  const path = draft.path.trim();
  const rules = rulesBody(draft.titleRules);
  if (path === '' || draft.formats.length === 0) return NOTHING;
  const isWhole = Object.keys(groupingProblems(draft)).length === 0;
  const { bookStrategy, bookConfig, numberStrategy, ...series } = groupingBody(draft);
  if (library === undefined) {
    const scanningConfig = { followLinksOutside: draft.followLinksOutside };
    const scan = { path, ...series, ...filesBody(draft), scanningConfig, titlePreprocessingRules: rules };
    return { ...NOTHING, scan: isWhole ? scan : null };
  }
  const before = draftOf(library);
  const grouping = { ...series, bookStrategy, bookConfig, numberStrategy };
  return {
    scan: null,
    path: path === library.path ? null : path,
    strategy:
      isWhole && isOther(grouping, groupingBody(before)) ? { ...grouping, titlePreprocessingRules: rules } : null,
    titles: isWhole && isOther(rules, rulesBody(before.titleRules)) ? { rules } : null,
  };
}

/**
 * Looks ahead at what saving the draft would do, whenever nobody has changed it for a moment.
 * Not while it is `held`: once the draft is being saved, it stands in its own way.
 */
export function usePreviews(draft: LibraryDraft, library: Library | undefined, held: boolean): Previews {
  const { scan, path, strategy, titles } = useSettled(questionsOf(draft, library));
  const id = library?.id ?? '';
  const scanOptions = scanPreviewQuery(scan ?? { path: '' });
  const pathOptions = pathPreviewQuery(id, path ?? '');
  const strategyOptions = strategyPreviewQuery(id, strategy ?? {});
  const titlesOptions = titlesPreviewQuery(id, titles?.rules ?? null);
  const isOpen = (question: unknown) => question !== null && !held;
  const found = {
    scan: useQuery({ ...scanOptions, enabled: isOpen(scan), placeholderData: keepPreviousData }),
    path: useQuery({ ...pathOptions, enabled: isOpen(path) }),
    strategy: useQuery({ ...strategyOptions, enabled: isOpen(strategy), placeholderData: keepPreviousData }),
    titles: useQuery({ ...titlesOptions, enabled: isOpen(titles), placeholderData: keepPreviousData }),
  };
  const preview = usePreview();
  return {
    scan: preview(found.scan, scan !== null, scanOptions.queryKey),
    path: preview(found.path, path !== null, pathOptions.queryKey),
    strategy: preview(found.strategy, strategy !== null, strategyOptions.queryKey),
    titles: preview(found.titles, titles !== null, titlesOptions.queryKey),
    pathAsked: path,
    problems: {
      ...(scan === null ? {} : fieldProblems(found.scan.error)),
      ...(path === null ? {} : fieldProblems(found.path.error)),
      ...(strategy === null ? {} : fieldProblems(found.strategy.error)),
      ...(titles === null ? {} : fieldProblems(found.titles.error)),
    },
  };
}

function usePreview() {
  const queryClient = useQueryClient();
  return <Data>(query: UseQueryResult<Data>, asked: boolean, queryKey: readonly unknown[]): Preview<Data> => ({
    asked,
    data: asked && query.error === null ? query.data : undefined,
    error: asked ? query.error : null,
    busy: asked && query.isFetching,
    stopped: asked && query.isPending && !query.isFetching,
    stop: () => void queryClient.cancelQueries({ queryKey, exact: true }),
    again: () => void query.refetch(),
  });
}
