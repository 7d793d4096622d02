import type { EmbeddedMetadata } from '@lectern/formats';
import { mergeLinks } from '#core/analyze/merge-links.ts';
import { mergeMetadata } from '#core/analyze/merge-metadata.ts';
import { bookValues, type MetadataState } from '#db/repos/metadata-states.repo.ts';
import { distinctNames } from '#db/repos/terms.repo.ts';
import type { Edit } from './edit.ts';
import { plainLocks } from './fields.ts';

function names(values: readonly string[] | undefined): string[] {
  return [...distinctNames(values ?? []).values()];
}

/** A book says what its files say, nothing where they say nothing, and nothing is locked but the cover. */
export function planBookReset(state: MetadataState): Edit {
  // Written by its analysis, in this form.
  const said = state.said === null ? undefined : (JSON.parse(state.said) as EmbeddedMetadata);
  const row = said === undefined ? {} : mergeMetadata(undefined, said);
  return {
    values: {
      ...bookValues(row),
      titleSort: said?.titleSort ?? null,
      genres: names(said?.genres),
      tags: names(said?.tags),
      externalIds: [],
      externalLinks: mergeLinks(state.values['externalLinks'] ?? [], said?.links, Date.now()),
    },
    unlock: plainLocks('book'),
  };
}
