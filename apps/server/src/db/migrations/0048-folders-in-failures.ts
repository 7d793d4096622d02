import { type Kysely, sql } from 'kysely';

interface Tables {
  readonly library: { readonly path: string };
}

/** Error texts contained the library folder. Readers see these texts, but not where libraries are. */
export async function hideFoldersInFailures(db: Kysely<unknown>): Promise<void> {
  const tables = db as unknown as Kysely<Tables>;
  const libraries = await tables.selectFrom('library').select('path').execute();
  for (const { path } of libraries.filter(({ path: folder }) => folder.length > 1)) {
    await sql`update "task" set "lastError" = replace("lastError", ${path}, '…') where "lastError" is not null`.execute(
      db,
    );
    await sql`update "bookError" set "message" = replace("message", ${path}, '…')`.execute(db);
  }
}
