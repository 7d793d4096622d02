import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library, ScanMode } from '@lectern/contract';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import type { LibraryBody } from './library-draft.ts';
import { startFollowUp } from './start-follow-up.ts';

/** Follow-up work after saving. */
interface Afterwards {
  /** Rebuild series titles with the changed rules. */
  readonly retitle: boolean;
  readonly scan: ScanMode | undefined;
}

/** Saves a library and starts the follow-up work. */
export function useSaveLibrary(library: Library | undefined, onSaved: () => void) {
  const queryClient = useQueryClient();
  const startScan = async (libraryId: string, mode: ScanMode) => {
    const scan = await startFollowUp(libraryId, mode);
    if (scan === undefined) return;
    // added at once, so that even a very short scan reports its end
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
      // the library is saved by now, so a failed follow-up only gets a toast
      await follow(saved, afterwards).catch((error: unknown) => showToast(problemSentence(error)));
      return saved;
    },
    onSuccess: async ({ name }) => {
      onSaved();
      showToast(library === undefined ? t`Added “${name}”` : t`Saved “${name}”`);
      await queryClient.invalidateQueries();
    },
  });
}
