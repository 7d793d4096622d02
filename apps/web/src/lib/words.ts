import { i18n } from '@lingui/core';

const CATALOGS = import.meta.glob<{ messages: Record<string, string> }>('../../locales/*.po');

/**
 * Loads the catalog of a language and makes it the language of the app.
 * Modules of the app may hold messages in constants, so none of them is evaluated before.
 */
export async function loadWords(language: string): Promise<void> {
  const { messages } = (await CATALOGS[`../../locales/${language}.po`]?.()) ?? { messages: {} };
  i18n.loadAndActivate({ locale: language, messages });
}
