import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readCollectionSearch } from '../search-lists.ts';
import { shell } from './frames.ts';

const lists = createRoute({
  getParentRoute: () => shell,
  path: '/lists',
  component: lazyRouteComponent(async () => import('../shell/lists-frame.tsx'), 'ListsFrame'),
});

const wanted = createRoute({
  getParentRoute: () => lists,
  path: '/',
  component: lazyRouteComponent(async () => import('#features/lists/wanted-page.tsx'), 'WantedPage'),
});

const collections = createRoute({
  getParentRoute: () => lists,
  path: '/collections',
  component: lazyRouteComponent(async () => import('#features/lists/list-grids.tsx'), 'CollectionsPage'),
});

const readLists = createRoute({
  getParentRoute: () => lists,
  path: '/reading',
  component: lazyRouteComponent(async () => import('#features/lists/list-grids.tsx'), 'ReadListsPage'),
});

const collection = createRoute({
  getParentRoute: () => shell,
  path: '/list/collection/$collectionId',
  validateSearch: readCollectionSearch,
  component: lazyRouteComponent(async () => import('../routes/list.tsx'), 'CollectionRoute'),
});

const readList = createRoute({
  getParentRoute: () => shell,
  path: '/list/reading/$readListId',
  component: lazyRouteComponent(async () => import('../routes/list.tsx'), 'ReadListRoute'),
});

export const listRoutes = [lists.addChildren([wanted, collections, readLists]), collection, readList] as const;
