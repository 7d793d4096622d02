/** Languages of the web app and of mails, by their own names; BCP 47. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
  ru: 'Русский',
  ar: 'العربية',
  ja: '日本語',
  ko: '한국어',
  'zh-Hans': '简体中文',
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as readonly Language[];

/** Language and script: a reader of pt-PT can read pt-BR, a reader of zh-Hant cannot read zh-Hans. */
function writtenAs(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script ?? ''}`;
  } catch {
    return tag;
  }
}

const WRITTEN = LANGUAGE_TAGS.map((tag) => [writtenAs(tag), tag] as const);

/**
 * The first wanted language that there is, else undefined.
 * @param wanted BCP 47 tags, the most wanted first; what is no tag counts as unknown
 */
export function findLanguage(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const written = writtenAs(tag);
    const found = LANGUAGE_TAGS.find((known) => known === tag) ?? WRITTEN.find(([form]) => form === written)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a language is written from right to left. */
export function isRightToLeft(language: string): boolean {
  return /^(?:Arab|Hebr)$/.test(new Intl.Locale(language).maximize().script ?? '');
}
