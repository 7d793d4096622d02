import { randomUUIDv7 } from 'node:crypto';
import type { EmbeddedMetadata } from '@lectern/formats';
import { z } from 'zod';
import type { Json } from '#db/repos/metadata-states.repo.ts';

const Links = z.array(z.looseObject({ id: z.string(), source: z.string(), url: z.string() })).catch([]);

/** Links that files name, with the items that are there already kept as they are. */
export function mergeLinks(known: Json, links: EmbeddedMetadata['links'], at: number): Json[] {
  const items = Links.parse(known);
  const bySource = new Map<string, string>();
  for (const { source, url } of links ?? []) if (!bySource.has(source)) bySource.set(source, url);
  return [...bySource].map(([source, url]): Json => {
    const same = items.find((item) => item.source === source && item.url === url);
    const fresh = { id: randomUUIDv7(), source, url, externalId: null, createdAt: at, updatedAt: at };
    return z.json().parse(same ?? fresh);
  });
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
