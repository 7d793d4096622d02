import { z } from 'zod';
import { Inventory } from './metrics.ts';
import { Count, Timestamp } from './scalars.ts';

/** Of the published description: what programs may rely on. */
export const API_VERSION = '1.44.0';

export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.union([z.array(z.object({ path: z.string(), message: z.string() })), z.json()]).nullable(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const Health = z.looseObject({ status: z.enum(['ok', 'unavailable']) });

export const FolderEntry = z.object({
  name: z.string(),
  path: z.string(),
  /** Always true: files are counted, not listed. */
  isDirectory: z.literal(true),
  /** False when the server may not list it. */
  isReadable: z.boolean(),
  /** Book files directly inside, counted up to 1,000. */
  bookCount: Count,
});

export const FolderListing = z.object({
  currentPath: z.string(),
  /** Null at a root, and where the configuration lets nobody look further up. */
  parentPath: z.string().nullable(),
  entries: z.array(FolderEntry),
  /** True when the folder holds more than the server looked through. */
  isTruncated: z.boolean(),
  /** Folders likely to hold books, offered at the start of the path. */
  suggestions: z.array(FolderEntry),
});
export type FolderListing = z.infer<typeof FolderListing>;

export const Drive = FolderEntry.omit({ bookCount: true });

/** What kinds of programs can connect, and what people can do for themselves. What the server does not have is false. */
export const ServerFeatures = z.object({
  opds: z.boolean(),
  koreader: z.boolean(),
  compatApi: z.boolean(),
  /** The interactive documentation of the API. */
  apiDocs: z.boolean(),
  /** People may make accounts for themselves. */
  registration: z.boolean(),
  /** The server can send mails: for new passwords, and to confirm addresses. */
  mail: z.boolean(),
});
export type ServerFeatures = z.infer<typeof ServerFeatures>;

/** Where programs connect, to be put behind the address of the server; null where the server has no such door. */
export const ServerDoors = z.object({
  /** The OPDS 1.2 catalog. */
  opds: z.string().nullable(),
  /** The OPDS 2.0 feed. */
  opds2: z.string().nullable(),
  koreader: z.string().nullable(),
  compatApi: z.string().nullable(),
});
export type ServerDoors = z.infer<typeof ServerDoors>;

/** What anybody may know of a server. */
export const ServerInfo = z.object({
  /** As the administrators call it. */
  name: z.string(),
  apiVersion: z.string(),
  /** Where people reach it; null when the configuration does not say. */
  publicUrl: z.string().nullable(),
  features: ServerFeatures,
  doors: ServerDoors,
});
export type ServerInfo = z.infer<typeof ServerInfo>;

/** What administrators may know of it. */
export const SystemInfo = ServerInfo.extend({
  version: z.string(),
  startedAt: Timestamp,
  uptimeSeconds: z.number().min(0),
  node: z.string(),
  platform: z.string(),
  arch: z.string(),
  processors: Count,
  /** Of the machine, or what the process may have of it. */
  memoryBytes: Count,
  dataDir: z.string(),
  /** Of the disk that the data directory is on; null where the system does not tell. */
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
