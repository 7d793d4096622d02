import { z } from 'zod';
import { Inventory } from './metrics.ts';
import { Count, Timestamp } from './scalars.ts';

/** Version of the published description. */
export const API_VERSION = '1.44.0';

export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.union([z.array(z.object({ path: z.string(), message: z.string() })), z.json()]).nullable(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const Health = z.looseObject({
  status: z.enum(['ok', 'unavailable']),
  /** Why it is unavailable, and what to do. */
  message: z.string().optional(),
});

export const FolderEntry = z.object({
  name: z.string(),
  path: z.string(),
  /** Always true: files are only counted. */
  isDirectory: z.literal(true),
  /** False when the server may not list it. */
  isReadable: z.boolean(),
  /** Book files inside and in the folders below, counted up to 1,000; fewer on a slow disk. */
  bookCount: Count,
});

export const FolderListing = z.object({
  currentPath: z.string(),
  /** Null at a root, and where the configuration forbids going up. */
  parentPath: z.string().nullable(),
  entries: z.array(FolderEntry),
  /** True when the folder holds more than the server read. */
  isTruncated: z.boolean(),
  /** Folders likely to hold books, offered at the start. */
  suggestions: z.array(FolderEntry),
});
export type FolderListing = z.infer<typeof FolderListing>;

export const Drive = FolderEntry.omit({ bookCount: true });

/** Supported kinds of programs and self-services; false for absent ones. */
export const ServerFeatures = z.object({
  opds: z.boolean(),
  koreader: z.boolean(),
  compatApi: z.boolean(),
  /** Interactive API documentation. */
  apiDocs: z.boolean(),
  /** Users may register themselves. */
  registration: z.boolean(),
  /** The server can send mail, for new passwords and address confirmation. */
  mail: z.boolean(),
});
export type ServerFeatures = z.infer<typeof ServerFeatures>;

/** Paths for programs, relative to the server's address; null when absent. */
export const ServerDoors = z.object({
  /** The OPDS 1.2 catalog. */
  opds: z.string().nullable(),
  /** The OPDS 2.0 feed. */
  opds2: z.string().nullable(),
  koreader: z.string().nullable(),
  compatApi: z.string().nullable(),
});
export type ServerDoors = z.infer<typeof ServerDoors>;

/** Public facts of a server. */
export const ServerInfo = z.object({
  /** Name set by the administrators. */
  name: z.string(),
  apiVersion: z.string(),
  /** Public address; null when not configured. */
  publicUrl: z.string().nullable(),
  features: ServerFeatures,
  doors: ServerDoors,
});
export type ServerInfo = z.infer<typeof ServerInfo>;

/** Facts for administrators. */
export const SystemInfo = ServerInfo.extend({
  version: z.string(),
  startedAt: Timestamp,
  uptimeSeconds: z.number().min(0),
  node: z.string(),
  platform: z.string(),
  arch: z.string(),
  processors: Count,
  /** Of the machine, or the process's limit. */
  memoryBytes: Count,
  dataDir: z.string(),
  /** Disk of the data directory; null where the system does not tell. */
  disk: z.object({ freeBytes: Count, totalBytes: Count }).nullable(),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    sizeBytes: Count,
    /** Name of the last migration. */
    migration: z.string().nullable(),
  }),
  inventory: Inventory,
});
export type SystemInfo = z.infer<typeof SystemInfo>;
