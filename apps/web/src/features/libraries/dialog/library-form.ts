import type { Library, ScanMode } from '@lectern/contract';
import { useEffect, useState } from 'react';
import { fieldProblems } from '#lib/problem.ts';
import type { LibraryKind } from '#entities/library/kind-words.ts';
import {
  draftProblems,
  type LibraryDraft,
  NEW_LIBRARY,
  toLibraryBody,
  toLibraryDraft,
  withKind,
} from './library-draft.ts';
import type { Problems } from './problems.ts';
import { useSaveLibrary } from './save-library.ts';
import { type Previews, usePreviews } from './use-previews.ts';

export interface LibraryForm {
  readonly draft: LibraryDraft;
  readonly isChanged: boolean;
  readonly change: (change: Partial<LibraryDraft>) => void;
  readonly chooseKind: (kind: LibraryKind) => void;
  /** Why the kind of a new library was chosen by itself. */
  readonly kindReasons: readonly string[];
  readonly previews: Previews;
  /** Errors by field: server errors at once, local ones after the first attempt to save. */
  readonly problems: Problems;
  /** Number of failed local validations. */
  readonly attempts: number;
  /** Whether saving also regroups books and rebuilds series titles, where a change requires it. */
  readonly sortsNow: boolean;
  readonly retitlesNow: boolean;
  readonly setSortsNow: (now: boolean) => void;
  readonly setRetitlesNow: (now: boolean) => void;
  readonly submit: () => void;
  /** A save runs, or the preview of a new folder is still pending. */
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** Keeps the draft of a library, previews its effects and saves it. */
export function useLibraryForm(library: Library | undefined, onSaved: () => void): LibraryForm {
  const [initial] = useState(() => (library === undefined ? NEW_LIBRARY : toLibraryDraft(library)));
  const [draft, setDraft] = useState(initial);
  const [attempts, setAttempts] = useState(0);
  const [sortsNow, setSortsNow] = useState(true);
  const [retitlesNow, setRetitlesNow] = useState(true);
  const save = useSaveLibrary(library, onSaved);
  const previews = usePreviews(draft, library, save.isPending || save.isSuccess);
  const change = (part: Partial<LibraryDraft>) => setDraft((before) => ({ ...before, ...part }));
  const kind = useGuessedKind(previews, setDraft);
  const own = draftProblems(draft);
  const wantedPath = library === undefined || draft.path.trim() === library.path ? null : draft.path.trim();
  const isLooking = wantedPath !== null && (wantedPath !== previews.pathAsked || previews.path.busy);
  const submit = () => {
    if (save.isPending || isLooking) return;
    if (Object.keys(own).length > 0) {
      setAttempts(attempts + 1);
      return;
    }
    const afterwards = {
      retitle: retitlesNow && previews.titles.asked,
      scan: scanAfter({ sorts: sortsNow && previews.strategy.asked, moves: wantedPath !== null }),
    };
    save.mutate({ body: toLibraryBody(draft), afterwards }, { onError: () => setAttempts((count) => count + 1) });
  };
  return {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(initial),
    change,
    chooseKind: kind.choose,
    kindReasons: kind.reasons,
    previews,
    problems: attempts === 0 ? previews.problems : { ...previews.problems, ...fieldProblems(save.error), ...own },
    attempts,
    ...{ sortsNow, setSortsNow, retitlesNow, setRetitlesNow, submit },
    isBusy: save.isPending || isLooking,
    error: save.error,
  };
}

/** Takes over the kind that a new folder suggests, until the user chooses one. */
function useGuessedKind({ scan }: Previews, setDraft: (change: (before: LibraryDraft) => LibraryDraft) => void) {
  const [isChosen, setChosen] = useState(false);
  const guess = isChosen ? undefined : (scan.data?.guess ?? undefined);
  const guessedKind = guess?.kind;
  const direction = guess?.defaultReadingDirection;
  useEffect(() => {
    if (guessedKind === undefined || direction === undefined) return;
    setDraft((before) => ({ ...before, ...withKind(before, guessedKind), direction }));
  }, [guessedKind, direction, setDraft]);
  return {
    reasons: guess?.reasons ?? [],
    choose: (kind: LibraryKind) => {
      setChosen(true);
      setDraft((before) => ({ ...before, ...withKind(before, kind) }));
    },
  };
}

/** Regrouping needs a full scan; a new folder needs a normal one. */
function scanAfter({ sorts, moves }: { readonly sorts: boolean; readonly moves: boolean }): ScanMode | undefined {
  if (sorts) return 'deep';
  return moves ? 'normal' : undefined;
}
