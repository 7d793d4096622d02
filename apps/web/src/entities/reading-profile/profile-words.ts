import type { ReadingProfile } from '@lectern/contract';
import { t } from '@lingui/core/macro';
import type { ChoiceScope, FormatKind } from './resolve-profile.ts';

const STARTERS: Readonly<Record<ReadingProfile['base'], string>> = {
  comic: t`Comic`,
  manga: t`Manga`,
  webtoon: t`Webtoon`,
  book: t({ message: 'Book', context: 'reading profile' }),
  eink: t`E-ink`,
};

/** The name that the user gave, else that of the starter profile. */
export function nameProfile({ name, base }: Pick<ReadingProfile, 'name' | 'base'>): string {
  return name ?? STARTERS[base];
}

const FORMAT_WORDS: Readonly<Record<FormatKind, string>> = {
  comic: t`All comics`,
  ebook: t`All ebooks`,
  document: t`All PDFs`,
};

/** What a profile is used for. @param kind of the format, for that scope */
export function nameScope(scope: ChoiceScope, kind: FormatKind): string {
  switch (scope) {
    case 'series':
      return t`This series`;
    case 'library':
      return t`This library`;
    case 'format':
      return FORMAT_WORDS[kind];
    case 'all':
      return t`All books`;
  }
}
