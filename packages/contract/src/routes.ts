import { administrationRoutes } from './routes/administration.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { metadataRoutes } from './routes/metadata.ts';
import { peopleRoutes } from './routes/people.ts';
import { readingRoutes } from './routes/reading.ts';
import { releasesRoutes } from './routes/releases.ts';
import { knownRoutes, type Route } from './routes/route.ts';
import { sharingRoutes } from './routes/sharing.ts';

export type { Method } from './routes/route.ts';

/** Method and path of every endpoint, without schemas: all that a browser needs at run time. Paths are absolute. */
export const routes = {
  getHealth: ['GET', '/health'],
  ...peopleRoutes,
  ...catalogRoutes,
  ...readingRoutes,
  ...metadataRoutes,
  ...sharingRoutes,
  ...releasesRoutes,
  ...administrationRoutes,
} as const satisfies Record<string, Route>;

Object.assign(knownRoutes, routes);

export type RouteName = keyof typeof routes;
