import type { ValueSource } from '@lectern/contract';
import type { EmbeddedMetadata } from '@lectern/formats';
import { z } from 'zod';
import { readNaming } from '#core/rules/naming/decision.ts';
import type { ReadDb } from '#db/open.ts';
import { listEditors } from '#db/repos/metadata/metadata-journal.repo.ts';
import type { Json, MetadataState } from '#db/repos/metadata/metadata-states.repo.ts';
import { listPlacedBooksById } from '#db/repos/scanning/placed-books.repo.ts';
import { isFieldLocked } from './edit.ts';

type Sources = Record<string, ValueSource>;

/** Fields with another name in embedded metadata. */
const IN_FILES: Readonly<Record<string, keyof EmbeddedMetadata>> = {
  authors: 'contributors',
  externalLinks: 'links',
};

function isBlank(value: Json | undefined): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The document that a field of a book comes from. */
function findDocument(field: string, said: EmbeddedMetadata): string | undefined {
  const name = IN_FILES[field] ?? field;
  if (!(name in said)) return undefined;
  return said.origins?.[name] ?? said.sources[0];
}

/** Whether a document is an OPF file next to the book. */
function isBeside(document: string, sources: readonly string[]): boolean {
  return document.toLowerCase().endsWith('.opf') && (document === 'metadata.opf' || sources.length > 1);
}

function describe(
  state: MetadataState,
  editors: ReadonlyMap<string, string>,
  found: (field: string) => Pick<ValueSource, 'source' | 'name'> | undefined,
): Sources {
  return Object.fromEntries(
    Object.entries(state.values).map(([field, value]): [string, ValueSource] => {
      const locked = isFieldLocked(state, field);
      const editor = editors.get(field);
      // A lock without an edit protects the value of the file.
      if (locked && (editor !== undefined || found(field) === undefined)) {
        return [field, { source: 'user', name: editor ?? null, locked }];
      }
      const source = isBlank(value) ? undefined : found(field);
      return [field, { ...(source ?? { source: 'none', name: null }), locked }];
    }),
  );
}

/** The source of each value of a book: a user, a document, or its name. */
export async function listBookSources(db: ReadDb, state: MetadataState): Promise<Sources> {
  // The analysis wrote it in this form.
  const said = state.said === null ? { sources: [] } : (JSON.parse(state.said) as EmbeddedMetadata);
  const editors = await listEditors(db, 'book', state.id);
  const [placed] = await listPlacedBooksById(db, [state.id]);
  const naming = readNaming(placed?.namedBy ?? null);
  const sources = describe(state, editors, (field) => {
    const document = findDocument(field, said);
    if (document === undefined) return undefined;
    return { source: isBeside(document, said.sources) ? 'sidecar' : 'file', name: document };
  });
  // Naming rules apply where neither a user nor the file decides.
  for (const field of ['title', 'number'] as const) {
    const rule = naming?.[field].rule;
    if (sources[field]?.source === 'none' && rule !== undefined) {
      sources[field] = { source: 'name', name: rule, locked: false };
    }
  }
  return sources;
}

const Filled = z.record(z.string(), z.object({ from: z.string() })).catch({});
const FROM = {
  'series.json': { source: 'sidecar', name: 'series.json' },
  book: { source: 'books', name: null },
  folder: { source: 'name', name: 'folder' },
} as const;
/** Fields derived from the books of a series. */
const OF_BOOKS = new Set(['genres', 'tags', 'readingDirection']);

/** The source of each value of a series: a user, series.json, its books or its folder. */
export async function listSeriesSources(db: ReadDb, state: MetadataState): Promise<Sources> {
  const filled = Filled.parse(JSON.parse(state.said ?? '{}'));
  const editors = await listEditors(db, 'series', state.id);
  return describe(state, editors, (field) => {
    const from = filled[field]?.from;
    if (from !== undefined) return FROM[from as keyof typeof FROM];
    if (field === 'title') return { source: 'name', name: 'folder' };
    if (field === 'externalLinks') return { source: 'sidecar', name: 'series.json' };
    return OF_BOOKS.has(field) ? { source: 'books', name: null } : undefined;
  });
}
