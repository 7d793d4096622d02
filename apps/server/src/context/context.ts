import type { Config } from '#config/schema.ts';
import { type AccessContext, openAccess } from './access.ts';
import { type CatalogContext, openCatalog } from './catalog.ts';
import { type FilesContext, openFiles } from './files.ts';
import { openWork, type StartOptions, type WorkContext } from './work.ts';

/** All objects that live as long as the process. Use cases ask for the parts they use. */
export interface Context extends WorkContext, AccessContext, FilesContext, CatalogContext, AsyncDisposable {}

/** Opens and migrates the database, then builds the context. The caller disposes it. */
export async function openContext(config: Config, start: StartOptions = { isNew: false }): Promise<Context> {
  await using opened = new AsyncDisposableStack();
  const { jwtSecret, ...work } = await openWork(opened, config, start);
  const access = openAccess(opened, work, jwtSecret);
  const files = await openFiles(opened, work);
  const catalog = await openCatalog(opened, { ...work, ...access, ...files });
  const owned = opened.move();
  const dispose = async () => owned.disposeAsync();
  return { ...work, ...access, ...files, ...catalog, [Symbol.asyncDispose]: dispose };
}
