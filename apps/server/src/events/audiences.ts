import type { EventRecord, LibraryAudience } from './frames.ts';

/** The series that an event is about, or the book where it names no series. */
function readSubject(data: object): Pick<LibraryAudience, 'seriesId' | 'bookId'> {
  const read = (name: string): string | undefined => {
    const value: unknown = Reflect.get(data, name);
    return typeof value === 'string' ? value : undefined;
  };
  const seriesId = read('series_id') ?? (read('entity_type') === 'series' ? read('entity_id') : undefined);
  if (seriesId !== undefined) return { seriesId };
  const bookId = read('book_id');
  return bookId === undefined ? {} : { bookId };
}

/** Users who see one of these libraries, and the series or book that the event names. */
export function inLibraries(
  data: object,
  libraryIds: readonly string[],
  more: Omit<LibraryAudience, 'kind' | 'libraryIds'> = {},
): LibraryAudience {
  return { kind: 'libraries', libraryIds, ...readSubject(data), ...more };
}

/** Whether the event changes books, series or libraries: events of lists, of health and of one user's reading do not. */
export function isOfCatalog(record: EventRecord): boolean {
  const isPersonal = record.kind === 'user' || (record.kind === 'libraries' && record.userId !== undefined);
  return record.stream === 'entity' && !isPersonal && !/^(?:collection|read_list|health)_/.test(record.name);
}
