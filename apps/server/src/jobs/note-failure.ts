import type { NoticeKind } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { insertCauses } from '#db/repos/system/notices.repo.ts';
import type { TaskRow } from '#db/repos/system/tasks.repo.ts';

/** Failures of messages cause no message: it would fail as well. */
const SILENT: readonly string[] = ['send_mail', 'send_notice', 'plan_notices'];

/** Stores the cause of a notice for a task that failed for good, in the transaction of its end. @returns whether it did */
export async function noteFailure(tx: Tx, { type, status, libraryId, lastError }: TaskRow): Promise<boolean> {
  if (status !== 'failed' || SILENT.includes(type)) return false;
  const kind: NoticeKind = type === 'scan_library' ? 'scan_failed' : 'task_failed';
  const subject = {
    taskType: type,
    ...(libraryId === null ? {} : { libraryId }),
    ...(lastError === null ? {} : { message: lastError }),
  };
  return insertCauses(tx, [{ kind, subject }]);
}
