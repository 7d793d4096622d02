import type { BookErrorType } from '@lectern/contract';

/** Unvalidated search parameters; unknown ones are dropped. */
type RawSearch = Readonly<Record<string, unknown>>;

export interface ListSearch {
  readonly sort?: string;
  /** The filter as text; the list parses it. */
  readonly c?: string;
}

export function readListSearch({ sort, c }: RawSearch): ListSearch {
  return { ...(isText(sort) ? { sort } : {}), ...(isText(c) ? { c } : {}) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export interface UploadSearch {
  /** Folder below the library, for all files. */
  readonly folder?: string;
}

export function readUploadSearch({ folder }: RawSearch): UploadSearch {
  return isText(folder) || typeof folder === 'number' ? { folder: String(folder) } : {};
}

interface SharedSearch {
  /** Whether the device could not store shared files. */
  readonly failed?: boolean;
}

export function readSharedSearch({ failed }: RawSearch): SharedSearch {
  return failed === true ? { failed } : {};
}

export interface FindSearch extends ListSearch {
  /** Full-text query. */
  readonly q?: string;
  /** Absent for series. */
  readonly tab?: 'books';
}

export function readFindSearch(search: RawSearch): FindSearch {
  return {
    ...readListSearch(search),
    ...readWords(search),
    ...(search['tab'] === 'books' ? { tab: 'books' } : {}),
  };
}

/** The router parses what looks like a number or boolean, so both become text again. */
function toText(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim() : '';
}

/** `text` is what another app shared without a title. */
function readWords({ q, text }: RawSearch): { readonly q?: string } {
  const words = [toText(q), toText(text)].find((one) => one !== '');
  return words === undefined ? {} : { q: words };
}

export interface ReadSearch {
  /** Page to open, from 1; the stored progress by default. */
  readonly page?: number;
  /** Reads without saving progress. */
  readonly incognito?: true;
}

export function readReadSearch(search: RawSearch): ReadSearch {
  const page = Number(search['page']);
  const incognito = search['incognito'] === true || search['incognito'] === 1;
  return { ...(Number.isInteger(page) && page >= 1 ? { page } : {}), ...(incognito ? { incognito } : {}) };
}

export interface LoginSearch {
  /** Redirect target after login: a path of this application, never another site. */
  readonly next?: string;
  /** Why a sign-in at a provider was refused; `guest` after a visit without an account. */
  readonly refused?: string;
}

/** As the server checks it: browsers read `\` as `/`, and leave out tabs and line breaks. */
const OWN_PATH = /^[/](?!\/)[^\\\p{Cc}]*$/u;

export function readLoginSearch({ next, refused }: RawSearch): LoginSearch {
  return {
    ...(typeof next === 'string' && OWN_PATH.test(next) ? { next } : {}),
    ...(typeof refused === 'string' ? { refused } : {}),
  };
}

export interface AccountSearch {
  /** Why linking to a provider was refused. */
  readonly refused?: string;
}

export function readAccountSearch({ refused }: RawSearch): AccountSearch {
  return typeof refused === 'string' ? { refused } : {};
}

export interface LibrariesSearch {
  readonly add?: boolean;
  readonly edit?: string;
  readonly remove?: string;
}

export function readLibrariesSearch({ add, edit, remove }: RawSearch): LibrariesSearch {
  return {
    ...(add === true ? { add } : {}),
    ...(typeof edit === 'string' ? { edit } : {}),
    ...(typeof remove === 'string' ? { remove } : {}),
  };
}

const TASK_STATES = ['running', 'pending', 'failed', 'completed', 'cancelled'] as const;

export interface TasksSearch {
  readonly library?: string;
  /** Task type, as the API names it. */
  readonly kind?: string;
  readonly state?: (typeof TASK_STATES)[number];
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export function readTasksSearch(search: RawSearch): TasksSearch {
  const { library, kind } = search;
  const state = TASK_STATES.find((one) => one === search['state']);
  return {
    ...(typeof library === 'string' ? { library } : {}),
    ...(typeof kind === 'string' ? { kind } : {}),
    ...(state === undefined ? {} : { state }),
    ...readPage(search),
  };
}

const FAULT_KINDS = [
  'format_detection',
  'parser',
  'metadata',
  'thumbnail',
  'page_extraction',
  'pdf_rendering',
  'zero_pages',
  'other',
] as const satisfies readonly BookErrorType[];

export interface HealthSearch {
  readonly library?: string;
  readonly kind?: BookErrorType;
  /** Includes ignored ones. */
  readonly ignored?: true;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export function readHealthSearch(search: RawSearch): HealthSearch {
  const { library } = search;
  const kind = FAULT_KINDS.find((one) => one === search['kind']);
  return {
    ...(typeof library === 'string' ? { library } : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(search['ignored'] === true ? { ignored: true } : {}),
    ...readPage(search),
  };
}

const IMPORT_STATES = ['broken', 'importing', 'imported', 'rejected', 'failed'] as const;

export interface ImportSearch {
  /** Absent for files that wait for a decision. */
  readonly state?: (typeof IMPORT_STATES)[number];
  readonly page?: number;
}

export function readImportSearch(search: RawSearch): ImportSearch {
  const state = IMPORT_STATES.find((one) => one === search['state']);
  return { ...(state === undefined ? {} : { state }), ...readPage(search) };
}

export interface BinSearch {
  /** Absent for books. */
  readonly kind?: 'series';
  readonly library?: string;
  /** A part of a title. */
  readonly q?: string;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export function readBinSearch(search: RawSearch): BinSearch {
  const { library } = search;
  return {
    ...readWords(search),
    ...(search['kind'] === 'series' ? { kind: 'series' } : {}),
    ...(typeof library === 'string' ? { library } : {}),
    ...readPage(search),
  };
}

export interface CreditSearch extends FindSearch {
  /** Absent for the list of all names. */
  readonly name?: string;
  /** Of a person. */
  readonly role?: string;
  readonly library?: string;
  /** From 1; absent on the first page. */
  readonly page?: number;
}

export function readCreditSearch(search: RawSearch): CreditSearch {
  const { q: name } = readWords({ q: search['name'] });
  const { role, library } = search;
  return {
    ...readFindSearch(search),
    ...(name === undefined ? {} : { name }),
    ...(isText(role) ? { role } : {}),
    ...(isText(library) ? { library } : {}),
    ...readPage(search),
  };
}

const ROLES = ['reader', 'maintainer', 'admin'] as const;
const ACCOUNT_STATES = ['active', 'inactive'] as const;

export interface UsersSearch {
  /** Part of a name or e-mail address. */
  readonly q?: string;
  readonly role?: (typeof ROLES)[number];
  readonly state?: (typeof ACCOUNT_STATES)[number];
  /** From 1; absent on the first page. */
  readonly page?: number;
  readonly add?: true;
}

export function readUsersSearch(search: RawSearch): UsersSearch {
  const role = ROLES.find((one) => one === search['role']);
  const state = ACCOUNT_STATES.find((one) => one === search['state']);
  return {
    ...readWords(search),
    ...(role === undefined ? {} : { role }),
    ...(state === undefined ? {} : { state }),
    ...(search['add'] === true ? { add: true } : {}),
    ...readPage(search),
  };
}

function readPage(search: RawSearch): { readonly page?: number } {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

export interface SettingsSearch {
  /** Full-text query. */
  readonly q?: string;
  /** Only settings that differ from their default. */
  readonly changed?: true;
}

export function readSettingsSearch({ q, changed }: RawSearch): SettingsSearch {
  return { ...(typeof q === 'string' && q !== '' ? { q } : {}), ...(changed === true ? { changed } : {}) };
}
