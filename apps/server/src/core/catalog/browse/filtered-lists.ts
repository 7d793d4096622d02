import type { Slice } from '#core/page.ts';
import type { Database } from '#db/open.ts';
import type { CacheState } from '#metrics/counters.ts';

/** A list with conditions, in an order. */
export interface FilteredList {
  /** Identifies the rows, their order, and the viewer's access: lists of one name are equal. */
  readonly name: string;
  readonly pick: (slice: Slice) => Promise<PickedRows>;
  readonly count: () => Promise<number>;
  /** For a list that depends on the catalog only, not on reading progress or other frequent writes. */
  readonly catalog?: CatalogState | undefined;
}

/** How current a list of the catalog is. */
export interface CatalogState {
  /** Grows with every change of the catalog. */
  readonly changes: () => number;
  /** Whether a query now sees all changes counted so far. */
  readonly isCurrent: () => Promise<boolean>;
}

interface PickedRows {
  readonly ids: readonly string[];
  /** Rows of the whole list, when the query told it. */
  readonly total?: number | undefined;
}

/** Ids of a page, and the number of rows in the whole list. */
export interface PickedPage {
  readonly ids: readonly string[];
  readonly total: number;
}

interface KnownPart {
  /** Of the database, before the query. */
  readonly snapshot: string;
  /** Of the catalog, before the query; undefined when the result may lack some of them. */
  readonly changes: number | undefined;
  /** Epoch milliseconds. */
  readonly foundAt: number;
  /** Offset of the first id in the list. */
  readonly start: number;
  readonly ids: readonly string[];
  readonly total: number;
}

/** Rows of one query. A list no longer than this needs no count. */
const PART = 2_000;
/** Another program may change the catalog without an event: a result from before that write expires. */
const TRUST_MS = 60_000;
/** Each with one part: some megabytes. */
const MAX_LISTS = 32;

function cut({ ids, start, total }: KnownPart, { offset, limit }: Slice): PickedPage | undefined {
  const end = Math.min(offset + limit, total);
  if (offset >= total) return { ids: [], total };
  if (offset < start || end > start + ids.length) return undefined;
  return { ids: ids.slice(offset - start, end - start), total };
}

async function readChanges({ catalog }: FilteredList): Promise<number | undefined> {
  if (catalog === undefined) return undefined;
  const changes = catalog.changes();
  return (await catalog.isCurrent()) ? changes : undefined;
}

/**
 * Caches filtered lists that users page through. One page needs most of the list, so a query finds many pages.
 * They stay until the next commit, or until the catalog changes when nothing else decides the list.
 */
export class FilteredLists {
  readonly #db: Pick<Database, 'snapshot'>;
  /** Least recently used first. */
  readonly #lists = new Map<string, KnownPart>();
  #hits = 0;
  #misses = 0;

  constructor(db: Pick<Database, 'snapshot'>) {
    this.#db = db;
  }

  async page(list: FilteredList, slice: Slice): Promise<PickedPage> {
    const snapshot = await this.#db.snapshot();
    const known = this.#take(list, snapshot);
    const page = known === undefined ? undefined : cut(known, slice);
    if (page !== undefined) {
      this.#hits += 1;
      return page;
    }
    this.#misses += 1;
    const foundAt = Date.now();
    const changes = await readChanges(list);
    const { offset, limit } = slice;
    const start = offset - (offset % PART);
    // The page may start at the last row of the part.
    const size = PART + limit;
    const { ids, total: counted } = await list.pick({ limit: size, offset: start });
    const isWhole = ids.length < size && (ids.length > 0 || start === 0);
    const total = isWhole ? start + ids.length : (counted ?? known?.total ?? (await list.count()));
    this.#keep(list.name, { snapshot, changes, foundAt, start, ids, total });
    return { ids: ids.slice(offset - start, offset - start + limit), total };
  }

  state(): CacheState {
    return { hits: this.#hits, misses: this.#misses, entries: this.#lists.size, bytes: null, maxBytes: null };
  }

  #take({ name, catalog }: FilteredList, snapshot: string): KnownPart | undefined {
    const known = this.#lists.get(name);
    if (known === undefined) return undefined;
    this.#lists.delete(name);
    const isSameCatalog = known.changes !== undefined && known.changes === catalog?.changes();
    const isTrusted = isSameCatalog && Date.now() - known.foundAt < TRUST_MS;
    if (known.snapshot !== snapshot && !isTrusted) return undefined;
    this.#lists.set(name, known);
    return known;
  }

  #keep(name: string, part: KnownPart): void {
    this.#lists.delete(name);
    this.#lists.set(name, part);
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MAX_LISTS && oldest !== undefined) this.#lists.delete(oldest);
  }
}
