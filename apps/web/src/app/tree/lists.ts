import { createRoute } from '@tanstack/react-router';
import { readCollectionSearch } from '../search-lists.ts';
import { shell } from './frames.ts';
import { lazyPage } from './lazy-page.tsx';

const lists = createRoute({
  getParentRoute: () => shell,
  path: '/lists',
  component: lazyPage(async () => import('../shell/lists-frame.tsx'), 'ListsFrame'),
});

const wanted = createRoute({
  getParentRoute: () => lists,
  path: '/',
  component: lazyPage(async () => import('#features/lists/wanted-page.tsx'), 'WantedPage'),
});

const collections = createRoute({
  getParentRoute: () => lists,
  path: '/collections',
  component: lazyPage(async () => import('#features/lists/list-grids.tsx'), 'CollectionsPage'),
});

const readLists = createRoute({
  getParentRoute: () => lists,
  path: '/reading',
  component: lazyPage(async () => import('#features/lists/list-grids.tsx'), 'ReadListsPage'),
});

const collection = createRoute({
  getParentRoute: () => shell,
  path: '/list/collection/$collectionId',
  validateSearch: readCollectionSearch,
  component: lazyPage(async () => import('../routes/list.tsx'), 'CollectionRoute'),
});

const readList = createRoute({
  getParentRoute: () => shell,
  path: '/list/reading/$readListId',
  component: lazyPage(async () => import('../routes/list.tsx'), 'ReadListRoute'),
});

export const listRoutes = [lists.addChildren([wanted, collections, readLists]), collection, readList] as const;
