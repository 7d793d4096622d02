import { i18n } from '@lingui/core';

interface Catalog {
  readonly messages: Record<string, string>;
}

type Catalogs = Readonly<Record<string, () => Promise<Catalog>>>;

const START: Catalogs = import.meta.glob<Catalog>('../../locales/*.po', { query: '?start' });
const REST: Catalogs = import.meta.glob<Catalog>('../../locales/*.po', { query: '?rest' });

async function load(catalogs: Catalogs, language: string): Promise<Record<string, string>> {
  return (await catalogs[`../../locales/${language}.po`]?.())?.messages ?? {};
}

/**
 * Makes a language that of the app, and loads the messages of the first page.
 * Modules of the app may hold messages in constants, so none of them is evaluated before.
 */
export async function startWords(language: string): Promise<void> {
  i18n.loadAndActivate({ locale: language, messages: await load(START, language) });
}

let rest: Promise<void> | undefined;

async function addRest(): Promise<void> {
  i18n.load(i18n.locale, await load(REST, i18n.locale));
}

/** Loads the messages of all other pages, once. Their modules are evaluated after it. */
export async function loadAllWords(): Promise<void> {
  rest ??= addRest();
  try {
    await rest;
  } catch (error) {
    rest = undefined;
    throw error;
  }
}
