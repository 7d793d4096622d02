/** Languages of the app by their own names; a catalog of each stands in `locales`. */
export const LANGUAGES = {
  en: 'English',
} as const;

export type Language = keyof typeof LANGUAGES;

const TAGS = Object.keys(LANGUAGES) as readonly Language[];

/** Language and script: a reader of pt-PT can read pt-BR, a reader of zh-Hant cannot read zh-Hans. */
function writtenAs(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script ?? ''}`;
  } catch {
    return tag;
  }
}

/** @param wanted BCP 47 tags, the most wanted first; what is no tag counts as unknown */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = TAGS.find((known) => known === tag) ?? TAGS.find((known) => writtenAs(known) === writtenAs(tag));
    if (found !== undefined) return found;
  }
  return 'en';
}

export function isRightToLeft(language: string): boolean {
  return /^(?:Arab|Hebr)$/.test(new Intl.Locale(language).maximize().script ?? '');
}
