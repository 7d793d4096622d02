import { newId } from '#db/new-id.ts';
import { lockAgainstChange } from '../../sql/row-locks.ts';
import type { Tx } from '../../open.ts';
import { type ExternalItem, type ExternalList, writeExternals } from './externals.repo.ts';
import {
  BOOK_COLUMNS,
  BOOK_DOCUMENTS,
  BOOK_FLAGS,
  type Json,
  type MetadataState,
  SERIES_COLUMNS,
  SERIES_DOCUMENTS,
} from './metadata-states.repo.ts';
import { writeSeriesSharingTags } from '../people/sharing-tags.repo.ts';
import { writeTerms } from '../rows/terms.repo.ts';

/** What is written of one book or series. */
interface MetadataWrite {
  readonly state: MetadataState;
  /** Fields that change, with their new values. */
  readonly values: Readonly<Record<string, Json>>;
  readonly locks: ReadonlySet<string>;
  /** As `SeriesTable.filled`; undefined leaves it. */
  readonly filled: string | undefined;
  /** Natural key of the title to sort by, where it changes. */
  readonly sortKey: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}

type Column = string | number | null;

/** A value as a column of text or numbers holds it. */
function plain(value: Json): Column {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function document(value: Json): string | null {
  return value === null ? null : JSON.stringify(value);
}

function isIn(names: readonly string[], field: string): boolean {
  return names.includes(field);
}

function toColumns(kind: MetadataState['kind'], values: MetadataWrite['values']): Record<string, Column> {
  const [texts, documents] = kind === 'book' ? [BOOK_COLUMNS, BOOK_DOCUMENTS] : [SERIES_COLUMNS, SERIES_DOCUMENTS];
  const columns: Record<string, Column> = {};
  for (const [field, value] of Object.entries(values)) {
    if (isIn(texts, field)) columns[field] = plain(value);
    else if (isIn(documents, field)) columns[field] = document(value);
    else if (kind === 'book' && isIn(BOOK_FLAGS, field))
      columns[field] = value === null ? null : Number(value === true);
  }
  return columns;
}

async function writeBook(tx: Tx, { state, values, locks, sortKey, at }: MetadataWrite): Promise<void> {
  const change = { ...toColumns('book', values), locks: JSON.stringify([...locks].toSorted()), updatedAt: at };
  if (state.hasRow) {
    await tx.write.updateTable('bookMetadata').set(change).where('bookId', '=', state.id).execute();
  } else {
    const row = { id: newId(), bookId: state.id, authors: '[]', awards: '[]', createdAt: at };
    await tx.write
      .insertInto('bookMetadata')
      .values({ ...row, ...change })
      .execute();
  }
  await tx.write
    .updateTable('book')
    .set({
      ...('titleSort' in values ? { titleSort: nullableText(values['titleSort']) } : {}),
      ...(sortKey === undefined ? {} : { sortKey }),
      updatedAt: at,
    })
    .where('id', '=', state.id)
    .execute();
}

function nullableText(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

async function writeSeries(tx: Tx, { state, values, locks, filled, sortKey, at }: MetadataWrite): Promise<void> {
  await tx.write
    .updateTable('series')
    .set({
      ...toColumns('series', values),
      ...(filled === undefined ? {} : { filled }),
      ...(sortKey === undefined ? {} : { sortKey }),
      locks: JSON.stringify([...locks].toSorted()),
      updatedAt: at,
    })
    .where('id', '=', state.id)
    .execute();
}

const TERM_FIELDS = { genres: 'genre', tags: 'tag' } as const;
const EXTERNAL_FIELDS: readonly ExternalList[] = ['externalIds', 'externalLinks', 'externalRatings', 'alternateTitles'];

/** Writes fields and locks of a book or series that is held; its row and all that hangs on it. */
export async function writeOwnerMetadata(tx: Tx, write: MetadataWrite): Promise<void> {
  const { state, values } = write;
  await (state.kind === 'book' ? writeBook(tx, write) : writeSeries(tx, write));
  for (const [field, kind] of Object.entries(TERM_FIELDS)) {
    const names = values[field];
    // The plan of an edit makes them lists of names …
    if (Array.isArray(names)) await writeTerms(tx, kind, state, names as string[]);
  }
  const sharingTags = values['sharingTags'];
  if (Array.isArray(sharingTags)) await writeSeriesSharingTags(tx, state.id, sharingTags as string[]);
  for (const list of EXTERNAL_FIELDS) {
    const items = values[list];
    // … and of stored items.
    if (Array.isArray(items)) await writeExternals(tx, list, state, items as unknown as ExternalItem[]);
  }
}

/** Holds books or series until the transaction ends, in the order of their ids: what is read after this is what changes. */
export async function lockOwners(tx: Tx, kind: MetadataState['kind'], ids: readonly string[]): Promise<void> {
  if (tx.kind === 'sqlite') return;
  for (const id of ids.toSorted()) {
    const row = tx.write.selectFrom(kind).select(`${kind}.id`).where(`${kind}.id`, '=', id);
    await lockAgainstChange(tx.kind, row).execute();
  }
}
