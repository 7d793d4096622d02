import type { Library, ScanMode } from '@lectern/contract';
import { useState } from 'react';
import { fieldProblems } from '#lib/problem.ts';
import { bodyOf, draftOf, draftProblems, type LibraryDraft, NEW_LIBRARY } from './library-draft.ts';
import type { Problems } from './problems.ts';
import { useSaveLibrary } from './save-library.ts';
import { type Previews, usePreviews } from './use-previews.ts';

/** The form of one library while it is open. */
export interface LibraryForm {
  readonly draft: LibraryDraft;
  readonly isChanged: boolean;
  readonly change: (change: Partial<LibraryDraft>) => void;
  readonly previews: Previews;
  /** What is wrong, by field: at once what the server says of what is typed, the rest after the first attempt. */
  readonly problems: Problems;
  /** How often saving was refused here. */
  readonly attempts: number;
  /** Whether books are sorted anew after saving, and series get new titles, where the changes ask for it. */
  readonly sortsNow: boolean;
  readonly retitlesNow: boolean;
  readonly setSortsNow: (now: boolean) => void;
  readonly setRetitlesNow: (now: boolean) => void;
  readonly submit: () => void;
  /** Being saved, or not to be saved before it is known what another folder holds. */
  readonly isBusy: boolean;
  /** Why it was not saved. */
  readonly error: Error | null;
}

/** Keeps the draft of a library, looks ahead at what it would do, and saves it. */
export function useLibraryForm(library: Library | undefined, onSaved: () => void): LibraryForm {
  const [initial] = useState(() => (library === undefined ? NEW_LIBRARY : draftOf(library)));
  const [draft, setDraft] = useState(initial);
  const [attempts, setAttempts] = useState(0);
  const [sortsNow, setSortsNow] = useState(true);
  const [retitlesNow, setRetitlesNow] = useState(true);
  const save = useSaveLibrary(library, onSaved);
  const previews = usePreviews(draft, library, save.isPending || save.isSuccess);
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
    save.mutate({ body: bodyOf(draft), afterwards }, { onError: () => setAttempts((count) => count + 1) });
  };
  return {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(initial),
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    previews,
    problems: attempts === 0 ? previews.problems : { ...previews.problems, ...fieldProblems(save.error), ...own },
    attempts,
    ...{ sortsNow, setSortsNow, retitlesNow, setRetitlesNow, submit },
    isBusy: save.isPending || isLooking,
    error: save.error,
  };
}

/** Books are sorted anew by a scan that reads all; another folder asks for any. */
function scanAfter({ sorts, moves }: { readonly sorts: boolean; readonly moves: boolean }): ScanMode | undefined {
  if (sorts) return 'deep';
  return moves ? 'normal' : undefined;
}
