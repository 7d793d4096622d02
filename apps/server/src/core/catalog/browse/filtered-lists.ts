import type { Database } from '#db/open.ts';
import type { CacheState } from '#metrics/counters.ts';

/** A list that a filter makes, asked for in an order. */
export interface FilteredList {
  /** Says all that decides which rows are in the list, in which order, and to whom: lists with one name are one list. */
  readonly name: string;
  readonly pick: (slice: { readonly limit: number; readonly offset: number }) => Promise<PickedRows>;
  readonly count: () => Promise<number>;
  /** For a list that depends on the catalog only, not on reading progress or other frequent writes. */
  readonly catalog?: CatalogState | undefined;
}

/** Of what a list is made that is the same as long as the catalog is. */
export interface CatalogState {
  /** Another number after every change of the catalog. */
  readonly changes: () => number;
  /** Whether what is found from now on has all changes in it that were counted up to now. */
  readonly isSettled: () => Promise<boolean>;
}

/** Ids of some rows; with how many there are of all, where that was found by the way. */
export interface PickedRows {
  readonly ids: readonly string[];
  readonly total?: number | undefined;
}

/** Ids of a page, and how many rows all pages have together. */
export interface PickedPage {
  readonly ids: readonly string[];
  readonly total: number;
}

/**
 * The filtered lists that are being paged through. Finding a page of such a list means finding most of the list, so that many
 * pages are found at once, and their ids kept until anything at all is written to the database; those of a list that only the
 * catalog decides until that changes.
 */
export interface FilteredLists {
  readonly page: (
    list: FilteredList,
    slice: { readonly limit: number; readonly offset: number },
  ) => Promise<PickedPage>;
  readonly state: () => CacheState;
}

interface KnownPart {
  /** Of the database, as it was before it was asked. */
  readonly snapshot: string;
  /** Of the catalog, at that time; undefined where what was found may have lacked some of its changes. */
  readonly changes: number | undefined;
  /** Epoch milliseconds. */
  readonly foundAt: number;
  /** Place of the first id in the list. */
  readonly start: number;
  readonly ids: readonly string[];
  readonly total: number;
}

/** Rows that are found at once; a list that is no longer than this is not counted. */
const PART = 2_000;
/** Another program, such as an operator's, may change the catalog without an event: a result from before that write expires. */
const TRUST_MS = 60_000;
/** With the ids of one part each: some megabytes. */
const MAX_LISTS = 32;

function cut({ ids, start, total }: KnownPart, offset: number, limit: number): PickedPage | undefined {
  const end = Math.min(offset + limit, total);
  if (offset >= total) return { ids: [], total };
  if (offset < start || end > start + ids.length) return undefined;
  return { ids: ids.slice(offset - start, end - start), total };
}

/** How often the catalog has changed by now; undefined for a list that other things decide, or that is behind. */
async function flushedChanges({ catalog }: FilteredList): Promise<number | undefined> {
  if (catalog === undefined) return undefined;
  const changes = catalog.changes();
  return (await catalog.isSettled()) ? changes : undefined;
}

/** Whether what was written since has changed nothing that decides the list. */
function isOfCatalogStill({ changes, foundAt }: KnownPart, catalog: CatalogState | undefined): boolean {
  if (catalog === undefined || changes === undefined) return false;
  return changes === catalog.changes() && Date.now() - foundAt < TRUST_MS;
}

class Filtered implements FilteredLists {
  readonly #db: Pick<Database, 'snapshot'>;
  /** The longest unused first. */
  readonly #lists = new Map<string, KnownPart>();
  #hits = 0;
  #misses = 0;

  constructor(db: Pick<Database, 'snapshot'>) {
    this.#db = db;
  }

  async page(
    list: FilteredList,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<PickedPage> {
    const snapshot = await this.#db.snapshot();
    const known = this.#take(list, snapshot);
    const page = known === undefined ? undefined : cut(known, offset, limit);
    if (page !== undefined) {
      this.#hits += 1;
      return page;
    }
    this.#misses += 1;
    const foundAt = Date.now();
    const changes = await flushedChanges(list);
    const start = offset - (offset % PART);
    // The page may begin at the last row of the part.
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
    if (known.snapshot !== snapshot && !isOfCatalogStill(known, catalog)) return undefined;
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

/** An empty memory of filtered lists. */
export function createFilteredLists(db: Pick<Database, 'snapshot'>): FilteredLists {
  return new Filtered(db);
}
