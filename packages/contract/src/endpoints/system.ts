import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ConnectionCheck, ConnectionCheckQuery } from '../models/connection.ts';
import { Metrics, MetricsHistory, MetricsRange } from '../models/metrics.ts';
import { Drive, FolderListing, ServerInfo, SystemInfo } from '../models/system.ts';
import { EventStreamQuery } from './event-stream-query.ts';

export const system = {
  browseFolders: endpoint({
    tag: 'System',
    summary: 'Folders of the server, to pick a library from',
    permission: ['SystemAdmin'],
    query: z.object({ path: z.string().max(4096).optional() }),
    answer: 'json',
    response: FolderListing,
    errors: ['NotFound'],
  }),
  checkConnection: endpoint({
    tag: 'System',
    summary: 'What other programs would stumble over on the way that this request took, in plain words',
    permission: 'user',
    query: ConnectionCheckQuery,
    answer: 'json',
    response: ConnectionCheck,
  }),
  getConnectionSample: endpoint({
    tag: 'System',
    summary: 'A small file, to find out whether tags and parts of files arrive unchanged',
    permission: 'user',
    answer: 'bytes',
  }),
  listDrives: endpoint({
    tag: 'System',
    summary: 'Where to begin: the folders that the configuration allows, else the drives or the usual roots',
    permission: ['SystemAdmin'],
    answer: 'json',
    response: z.array(Drive),
  }),
  getMetrics: endpoint({
    tag: 'System',
    summary: 'What the server process has done and how it is; as text for Prometheus when that is asked for',
    permission: ['SystemHealth'],
    answer: 'json',
    response: Metrics,
    otherTypes: ['application/openmetrics-text', 'text/plain'],
  }),
  getMetricsHistory: endpoint({
    tag: 'System',
    summary: 'The last ten minutes by 5 seconds, or the last day by the minute, for charts',
    permission: ['SystemHealth'],
    query: z.object({ range: MetricsRange.default('recent') }),
    answer: 'json',
    response: MetricsHistory,
  }),
  getServerInfo: endpoint({
    tag: 'System',
    summary: 'Name, and what the server offers',
    permission: 'public',
    answer: 'json',
    response: ServerInfo,
  }),
  getSystemInfo: endpoint({
    tag: 'System',
    summary: 'What the server runs on, and what it holds',
    permission: ['SystemAdmin'],
    answer: 'json',
    response: SystemInfo,
  }),
  streamEvents: endpoint({
    tag: 'Events',
    summary: 'Live changes of books, series, libraries and covers',
    tokens: 0,
    permission: ['LibrariesRead'],
    query: EventStreamQuery,
    answer: 'events',
  }),
} as const;
