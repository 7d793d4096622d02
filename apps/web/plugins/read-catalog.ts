import { formatter } from '@lingui/format-po';

export interface CatalogEntry {
  readonly message: string;
  /** Empty until it is translated. */
  readonly translation: string;
  /** Source files with the message, relative to the web app. */
  readonly files: readonly string[];
}

/** Reads the text of a `.po` file; each entry by the id of its message. */
export async function readCatalog(text: string): Promise<Readonly<Record<string, CatalogEntry>>> {
  const catalog = await formatter().parse(text, { locale: 'en', sourceLocale: 'en', filename: '' });
  return Object.fromEntries(
    Object.entries(catalog).map(([id, { message = '', translation = '', origin = [] }]) => [
      id,
      { message, translation, files: origin.map(([file]) => file) },
    ]),
  );
}
