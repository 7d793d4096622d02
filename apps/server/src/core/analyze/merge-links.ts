import type { EmbeddedMetadata } from '@lectern/formats';
import { z } from 'zod';
import { newId } from '#db/new-id.ts';

const Column = z.union([z.string(), z.number(), z.null()]);
const Links = z.array(z.object({ id: z.string() }).catchall(Column)).catch([]);

/** A page of a book or series elsewhere, as it is stored. */
export type LinkItem = z.infer<typeof Links>[number];

/** Items as a state of metadata has them. */
export function readLinks(stored: unknown): LinkItem[] {
  return Links.parse(stored);
}

/** Links that files name, with the items that are there already kept as they are. */
export function mergeLinks(known: readonly LinkItem[], links: EmbeddedMetadata['links'], at: number): LinkItem[] {
  const bySource = new Map<string, string>();
  for (const { source, url } of links ?? []) if (!bySource.has(source)) bySource.set(source, url);
  return [...bySource].map(
    ([source, url]) =>
      known.find((item) => item['source'] === source && item['url'] === url) ?? {
        ...{ id: newId(), source, url },
        ...{ externalId: null, createdAt: at, updatedAt: at },
      },
  );
}

const ComicVine = z.object({ comicVineId: z.number() });

/**
 * Pages that a series.json names.
 * @param json what it says, as it is stored; undefined for none
 */
export function linksOfSeriesJson(json: string | undefined): NonNullable<EmbeddedMetadata['links']> {
  const said = ComicVine.safeParse(json === undefined ? undefined : JSON.parse(json));
  if (!said.success) return [];
  return [{ source: 'comicvine', url: `https://comicvine.gamespot.com/volume/4050-${String(said.data.comicVineId)}/` }];
}
