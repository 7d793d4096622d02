import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Library, PathPreview, ScanPreview, StrategyPreview, TitleReprocessing } from '@lectern/contract';
import { scanPreviewQuery } from '#entities/library/scan-preview.ts';
import { fieldProblems } from '#lib/problem.ts';
import { useDebounced } from '#lib/use-debounced.ts';
import { toLibraryDraft, filesBody, groupingBody, groupingProblems, type LibraryDraft } from './library-draft.ts';
import { pathPreviewQuery, strategyPreviewQuery, titlesPreviewQuery } from './previews.ts';
import type { Problems } from './problems.ts';
import { rulesBody } from './title-rules.ts';

export interface Preview<Data> {
  /** False without input. */
  readonly asked: boolean;
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** Running; `data` may be the previous result. */
  readonly busy: boolean;
  /** Stopped by the user before a result arrived. */
  readonly stopped: boolean;
  readonly stop: () => void;
  readonly again: () => void;
}

/** All previews of the form; those that do not apply are not requested. */
export interface Previews {
  readonly scan: Preview<ScanPreview>;
  readonly path: Preview<PathPreview>;
  readonly strategy: Preview<StrategyPreview>;
  readonly titles: Preview<TitleReprocessing>;
  /** The folder behind `path`; null without one. */
  readonly pathAsked: string | null;
  /** Server errors by field. */
  readonly problems: Problems;
}

/** Preview requests; null for those not needed. */
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

/** A new library previews its series, an existing one the effects of its changes. */
export function deriveQuestions(draft: LibraryDraft, library: Library | undefined): Questions {
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
  const before = toLibraryDraft(library);
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
 * Requests previews, debounced while the user types. `lockForUpdate` pauses them: a library being saved would conflict with its
 * own preview.
 */
export function usePreviews(draft: LibraryDraft, library: Library | undefined, held: boolean): Previews {
  const { scan, path, strategy, titles } = useDebounced(deriveQuestions(draft, library));
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
