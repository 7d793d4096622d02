import { z } from 'zod';

/** Format of backups: a later one may not be readable by this release. */
export const BACKUP_FORMAT = 1;
export const ABOUT_ENTRY = 'about.json';
export const MANIFEST_ENTRY = 'manifest.json';
/** Bytes of the two entries that are read whole. */
export const MOST_JSON_BYTES = 33_554_432;
/** Bytes of one part of a table. */
export const MOST_PART_BYTES = 16_777_216;

const Column = z.object({ name: z.string(), type: z.enum(['integer', 'real', 'text', 'blob']) });
const Sum = z.object({ name: z.string(), rows: z.int().min(0), checksum: z.string() });

/** The first entry: what is needed to read the others. */
export const About = z.object({
  format: z.int(),
  version: z.string(),
  databaseKind: z.enum(['sqlite', 'postgres']),
  createdAt: z.int(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(Column) })),
});
export type About = z.output<typeof About>;

/** The last entry: what the others must be. */
export const Manifest = About.omit({ tables: true }).extend({
  tables: z.array(Sum),
  entries: z.array(z.object({ name: z.string(), size: z.int().min(0), sha256: z.string() })),
});
export type Manifest = z.output<typeof Manifest>;

/** Name of the entry with a part of a table; parts count from 1. */
export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(6, '0')}.ndjson`;
}

/** The table that an entry is a part of. */
export function findPartTable(name: string): string | undefined {
  return /^tables\/([A-Za-z_]+)\/\d+\.ndjson$/.exec(name)?.[1];
}

/** Bytes of all entries. */
export function sumEntries({ entries }: Pick<Manifest, 'entries'>): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
