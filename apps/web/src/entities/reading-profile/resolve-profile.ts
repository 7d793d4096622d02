import type { Book, FormatId, ReadingChoice, ReadingProfile, ReadingProfiles } from '@lectern/contract';
import { BOOK_FORMATS } from '@lectern/contract/book-formats';

export type ChoiceScope = ReadingChoice['scope'];

/** Scopes from the closest; the first with a profile decides. */
export const SCOPES: readonly ChoiceScope[] = ['series', 'library', 'format', 'all'];

/** Kinds of formats that a profile can be chosen for. */
export type FormatKind = (typeof BOOK_FORMATS)[FormatId]['kind'];

/** Target of each scope for a book. */
export function getTargets(
  book: Pick<Book, 'seriesId' | 'libraryId' | 'fileFormat'>,
): Readonly<Record<ChoiceScope, string>> {
  return {
    series: book.seriesId,
    library: book.libraryId,
    format: BOOK_FORMATS[book.fileFormat].kind,
    all: '',
  };
}

export function findChoice(
  { choices }: ReadingProfiles,
  scope: ChoiceScope,
  targetId: string,
): ReadingChoice | undefined {
  return choices.find((choice) => choice.scope === scope && choice.targetId === targetId);
}

/** The profile in use, and what it was chosen for. */
export interface ProfileInUse {
  readonly profile: ReadingProfile;
  readonly scope: ChoiceScope;
}

/** The profile chosen for the series, else the library, else the format, else all books. */
export function resolveProfile(
  data: ReadingProfiles,
  targets: Readonly<Record<ChoiceScope, string>>,
): ProfileInUse | undefined {
  for (const scope of SCOPES) {
    const profileId = findChoice(data, scope, targets[scope])?.profileId ?? null;
    const profile = profileId === null ? undefined : data.profiles.find(({ id }) => id === profileId);
    if (profile !== undefined) return { profile, scope };
  }
  return undefined;
}
