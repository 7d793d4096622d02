import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library, ScanMode } from '@lectern/contract';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import type { LibraryBody } from './library-draft.ts';

/** What is to be done with a library besides storing what was chosen. */
interface Afterwards {
  /** Give series the titles that the changed rules make. */
  readonly retitle: boolean;
  readonly scan: ScanMode | undefined;
}

/** Stores a library, new or changed, and sets going what follows from it. */
export function useSaveLibrary(library: Library | undefined, onSaved: () => void) {
  const queryClient = useQueryClient();
  const startScan = async (libraryId: string, mode: ScanMode) => {
    const scan = await request('startScan', { params: { id: libraryId }, query: { mode } });
    // known at once, so that its end is noticed however soon it comes
    queryClient.setQueryData(activeScansQuery().queryKey, (scans = []) => [
      ...scans.filter(({ taskId }) => taskId !== scan.taskId),
      scan,
    ]);
  };
  const follow = async ({ id }: Library, { retitle, scan }: Afterwards) => {
    if (retitle) await request('reprocessLibrarySeriesTitles', { params: { id }, body: {} });
    if (scan !== undefined) await startScan(id, scan);
  };
  return useMutation({
    mutationFn: async ({ body, afterwards }: { readonly body: LibraryBody; readonly afterwards: Afterwards }) => {
      if (library === undefined) return request('createLibrary', { body: { ...body, scanImmediately: true } });
      const saved = await request('updateLibrary', { params: { id: library.id }, body });
      // what was chosen is stored by now: that what follows was refused is another matter
      await follow(saved, afterwards).catch((error: unknown) => showToast(problemSentence(error)));
      return saved;
    },
    onSuccess: async (saved) => {
      onSaved();
      showToast(library === undefined ? `Added “${saved.name}”` : `Saved “${saved.name}”`);
      await queryClient.invalidateQueries();
    },
  });
}
