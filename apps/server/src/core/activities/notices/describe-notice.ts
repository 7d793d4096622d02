import type { NoticeKind } from '@lectern/contract';
import { seesAll, type Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { findLibraryNames, listNoticeBooks, type NoticeBook } from '#db/repos/system/notice-names.repo.ts';
import type { NoticeSubject } from '#db/repos/system/notices.repo.ts';

/** A notice in words, as one receiver may read it. */
export interface Notice {
  readonly kind: NoticeKind | 'test';
  readonly title: string;
  /** One sentence or line each. */
  readonly lines: readonly string[];
  /** Path of the page in the web app. */
  readonly path: string;
  readonly books?: readonly NoticeBook[];
}

/** Who receives a notice. The viewer is undefined when no account answers for the target any more: then nothing is named. */
export interface Receiver {
  readonly db: ReadDb;
  readonly viewer: Viewer | undefined;
}

type Words = Omit<Notice, 'kind'>;
type Describe = (receiver: Receiver, subjects: readonly NoticeSubject[]) => Promise<Words | undefined>;

const MAX_LINES = 10;

/** The first lines, and how many more there are. */
function shorten(lines: readonly string[]): string[] {
  if (lines.length <= MAX_LINES) return [...lines];
  return [...lines.slice(0, MAX_LINES), `and ${String(lines.length - MAX_LINES)} more`];
}

const describeBooks: Describe = async ({ db, viewer }, subjects) => {
  const ids = subjects.flatMap(({ bookId }) => (bookId === undefined ? [] : [bookId]));
  const books = viewer === undefined ? [] : await listNoticeBooks(db, viewer, ids);
  const [first] = books;
  if (first === undefined) return undefined;
  const isOne = books.every(({ seriesId }) => seriesId === first.seriesId);
  const count = books.length === 1 ? 'A new book' : `${String(books.length)} new books`;
  return {
    title: isOne ? `${count} of ${first.seriesTitle}` : `${count} of series that you follow`,
    lines: shorten(books.map(({ title, seriesTitle }) => (isOne ? title : `${seriesTitle}: ${title}`))),
    path: isOne ? `/series/${first.seriesId}` : '/',
    books,
  };
};

/** Whether a text about the whole server may be shown. */
function administers(viewer: Viewer | undefined): boolean {
  return viewer !== undefined && viewer.permissions.has('SystemAdmin') && seesAll(viewer);
}

/** Failures of tasks. A library is named, and the error told, only to viewers who see the library now. */
function describeFailures(
  title: (count: number) => string,
  name: (taskType: string) => string,
  path: string,
): Describe {
  return async ({ db, viewer }, subjects) => {
    const libraryIds = subjects.flatMap(({ libraryId }) => (libraryId === undefined ? [] : [libraryId]));
    const names = viewer === undefined ? new Map<string, string>() : await findLibraryNames(db, viewer, libraryIds);
    const lines = subjects.map(({ libraryId, taskType = '', message }) => {
      const library = libraryId === undefined ? undefined : names.get(libraryId);
      const isShown = libraryId === undefined ? administers(viewer) : library !== undefined;
      const what = `${name(taskType)}${library === undefined ? '' : ` of library "${library}"`}`;
      return isShown && message !== undefined ? `${what}: ${message}` : `${what} failed`;
    });
    return { title: title(subjects.length), lines: shorten(lines), path };
  };
}

/** Texts about the server itself. */
function describeServer(title: string, hidden: string, path = '/admin/health'): Describe {
  return async ({ viewer }, subjects) => {
    const texts = subjects.flatMap(({ message }) => (message === undefined ? [] : [message]));
    return { title, lines: administers(viewer) ? shorten(texts) : [hidden], path };
  };
}

const DESCRIPTIONS: Readonly<Record<NoticeKind, Describe>> = {
  new_books: describeBooks,
  scan_failed: describeFailures(
    (count) => (count === 1 ? 'A scan failed' : `${String(count)} scans failed`),
    () => 'The scan',
    '/admin/libraries',
  ),
  task_failed: describeFailures(
    (count) => (count === 1 ? 'A task failed' : `${String(count)} tasks failed`),
    (taskType) => `The task "${taskType.replaceAll('_', ' ')}"`,
    '/admin/tasks',
  ),
  disk_space: describeServer('The disk is nearly full', 'The disk of the server is nearly full'),
  health_problem: describeServer('The server has a problem', 'Manage > Health has the details'),
  backup_finished: describeServer('A backup was made', 'Manage > Backups has the details', '/admin/backups'),
  imports_waiting: describeServer('Files wait for import', 'Manage > Import has the details', '/admin/import'),
  imports_finished: describeServer('Files were imported', 'Manage > Import has the details', '/admin/import'),
};

/** The words of a notice; undefined when the receiver may see nothing of what it is about. */
export async function describeNotice(
  receiver: Receiver,
  kind: NoticeKind,
  subjects: readonly NoticeSubject[],
): Promise<Notice | undefined> {
  const words = await DESCRIPTIONS[kind](receiver, subjects);
  return words === undefined ? undefined : { kind, ...words };
}

/** The notice of a test. */
export const TEST_NOTICE: Notice = {
  kind: 'test',
  title: 'A test of Lectern',
  lines: ['Notices arrive here.'],
  path: '/',
};
