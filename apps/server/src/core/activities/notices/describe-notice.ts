import type { NoticeKind } from '@lectern/contract';
import { seesAll, type Viewer } from '#core/viewer.ts';
import type { ReadDb } from '#db/open.ts';
import { findLibraryNames, listNoticeBooks, type NoticeBook } from '#db/repos/system/notice-names.repo.ts';
import type { NoticeSubject } from '#db/repos/system/notices.repo.ts';
import { mark, say } from '#words/say.ts';
import { sayStored } from '#words/stored-message.ts';
import { sayTask } from '#jobs/task-words.ts';

/** A notice in words of the receiver's language, as this receiver may read it. */
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
  return [...lines.slice(0, MAX_LINES), say('and {count} more', { count: lines.length - MAX_LINES })];
}

const describeBooks: Describe = async ({ db, viewer }, subjects) => {
  const ids = subjects.flatMap(({ bookId }) => (bookId === undefined ? [] : [bookId]));
  const books = viewer === undefined ? [] : await listNoticeBooks(db, viewer, ids);
  const [first] = books;
  if (first === undefined) return undefined;
  const isOne = books.every(({ seriesId }) => seriesId === first.seriesId);
  const count = books.length;
  const title = isOne
    ? say('{count, plural, one {A new book} other {# new books}} of {series}', { count, series: first.seriesTitle })
    : say('{count, plural, one {A new book} other {# new books}} of series that you follow', { count });
  return {
    title,
    lines: shorten(books.map(({ title, seriesTitle }) => (isOne ? title : `${seriesTitle}: ${title}`))),
    path: isOne ? `/series/${first.seriesId}` : '/',
    books,
  };
};

/** Whether a text about the whole server may be shown. */
function administers(viewer: Viewer | undefined): boolean {
  return viewer !== undefined && viewer.permissions.has('SystemAdmin') && seesAll(viewer);
}

/** Messages of failures; `title` has `{count}`, the lines have `{task}`, `{library}` and `{reason}`. */
interface FailureWords {
  readonly title: string;
  readonly failed: Readonly<Record<'alone' | 'ofLibrary', string>>;
  readonly because: Readonly<Record<'alone' | 'ofLibrary', string>>;
}

const SCAN_WORDS: FailureWords = {
  title: mark('{count, plural, one {A scan failed} other {# scans failed}}'),
  failed: { alone: mark('The scan failed'), ofLibrary: mark('The scan of library “{library}” failed') },
  because: {
    alone: mark('The scan failed: {reason}'),
    ofLibrary: mark('The scan of library “{library}” failed: {reason}'),
  },
};

const TASK_WORDS: FailureWords = {
  title: mark('{count, plural, one {A task failed} other {# tasks failed}}'),
  failed: {
    alone: mark('The task “{task}” failed'),
    ofLibrary: mark('The task “{task}” of library “{library}” failed'),
  },
  because: {
    alone: mark('The task “{task}” failed: {reason}'),
    ofLibrary: mark('The task “{task}” of library “{library}” failed: {reason}'),
  },
};

/** Failures of tasks. A library is named, and the error told, only to viewers who see the library now. */
function describeFailures(words: FailureWords, path: string): Describe {
  return async ({ db, viewer }, subjects) => {
    const libraryIds = subjects.flatMap(({ libraryId }) => (libraryId === undefined ? [] : [libraryId]));
    const names = viewer === undefined ? new Map<string, string>() : await findLibraryNames(db, viewer, libraryIds);
    const lines = subjects.map(({ libraryId, taskType = '', message }) => {
      const library = libraryId === undefined ? undefined : names.get(libraryId);
      const isShown = libraryId === undefined ? administers(viewer) : library !== undefined;
      const values = {
        task: sayTask(taskType),
        library: library ?? '',
        reason: message === undefined ? '' : sayStored(message),
      };
      const isExplained = isShown && message !== undefined;
      return say(words[isExplained ? 'because' : 'failed'][library === undefined ? 'alone' : 'ofLibrary'], values);
    });
    return { title: say(words.title, { count: subjects.length }), lines: shorten(lines), path };
  };
}

/** Texts about the server itself. @param title a marked message, as `hidden` */
function describeServer(title: string, hidden: string, path = '/admin/health'): Describe {
  return async ({ viewer }, subjects) => {
    const texts = subjects.flatMap(({ message }) => (message === undefined ? [] : [sayStored(message)]));
    return { title: say(title), lines: administers(viewer) ? shorten(texts) : [say(hidden)], path };
  };
}

const DESCRIPTIONS: Readonly<Record<NoticeKind, Describe>> = {
  new_books: describeBooks,
  scan_failed: describeFailures(SCAN_WORDS, '/admin/libraries'),
  task_failed: describeFailures(TASK_WORDS, '/admin/tasks'),
  disk_space: describeServer(mark('The disk is nearly full'), mark('The disk of the server is nearly full')),
  health_problem: describeServer(mark('The server has a problem'), mark('Manage > Health has the details')),
  backup_finished: describeServer(
    mark('A backup was made'),
    mark('Manage > Backups has the details'),
    '/admin/backups',
  ),
  imports_waiting: describeServer(
    mark('Files wait for import'),
    mark('Manage > Import has the details'),
    '/admin/import',
  ),
  imports_finished: describeServer(
    mark('Files were imported'),
    mark('Manage > Import has the details'),
    '/admin/import',
  ),
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
export function describeTest(): Notice {
  return { kind: 'test', title: say('A test of Lectern'), lines: [say('Notices arrive here.')], path: '/' };
}
