import { createRoute } from '@tanstack/react-router';
import { readCreditSearch, readFindSearch, readListSearch, readSharedSearch, readUploadSearch } from '../search.ts';
import { shell } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyPage(async () => import('#features/home/home-page.tsx'), 'HomePage', true),
});

const libraries = createRoute({
  getParentRoute: () => shell,
  path: '/libraries',
  component: lazyPage(async () => import('#features/library/libraries-page.tsx'), 'LibrariesPage'),
});

const library = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId',
  validateSearch: readListSearch,
  component: lazyPage(async () => import('../routes/library.tsx'), 'LibraryHomeRoute'),
});

const librarySeries = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId/series',
  validateSearch: readListSearch,
  component: lazyPage(async () => import('../routes/library.tsx'), 'LibrarySeriesRoute'),
});

const libraryBooks = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId/books',
  validateSearch: readListSearch,
  component: lazyPage(async () => import('../routes/library.tsx'), 'LibraryBooksRoute'),
});

const libraryAuthors = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId/authors',
  component: lazyPage(async () => import('../routes/library.tsx'), 'LibraryAuthorsRoute'),
});

const libraryUpload = createRoute({
  getParentRoute: () => shell,
  path: '/library/$libraryId/upload',
  validateSearch: readUploadSearch,
  component: lazyPage(async () => import('../routes/upload.tsx'), 'UploadRoute'),
});

/** Files that another app shared. */
const sharedUpload = createRoute({
  getParentRoute: () => shell,
  path: '/upload',
  validateSearch: readSharedSearch,
  component: lazyPage(async () => import('../routes/upload.tsx'), 'SharedRoute'),
});

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  validateSearch: readFindSearch,
  component: lazyPage(async () => import('../routes/search.tsx'), 'SearchRoute'),
});

const series = createRoute({
  getParentRoute: () => shell,
  path: '/series/$seriesId',
  component: lazyPage(async () => import('../routes/series.tsx'), 'SeriesRoute'),
});

const book = createRoute({
  getParentRoute: () => shell,
  path: '/book/$bookId',
  component: lazyPage(async () => import('../routes/book.tsx'), 'BookRoute'),
});

const bookEdit = createRoute({
  getParentRoute: () => shell,
  path: '/book/$bookId/edit',
  component: lazyPage(async () => import('../routes/edit.tsx'), 'BookEditRoute'),
});

const seriesEdit = createRoute({
  getParentRoute: () => shell,
  path: '/series/$seriesId/edit',
  component: lazyPage(async () => import('../routes/edit.tsx'), 'SeriesEditRoute'),
});

/** All people, publishers, characters or teams, and each of them by name. */
const credits = createRoute({
  getParentRoute: () => shell,
  path: '/people/$kind',
  validateSearch: readCreditSearch,
  component: lazyPage(async () => import('../routes/credits.tsx'), 'CreditsRoute'),
});

export const catalogRoutes = [
  credits,
  home,
  libraries,
  library,
  librarySeries,
  libraryBooks,
  libraryAuthors,
  libraryUpload,
  sharedUpload,
  search,
  series,
  seriesEdit,
  book,
  bookEdit,
] as const;
