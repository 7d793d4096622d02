import type { Language } from '@lectern/contract';
import { z } from 'zod';
import type { ReadDb } from '#db/open.ts';
import { findPreferenceRow } from '#db/repos/people/preferences.repo.ts';
import { matchLanguage } from '#words/choose-language.ts';

/** The language that a user chose in the preferences; undefined for that of the browser. */
export async function findLanguagePreference(db: ReadDb, userId: string): Promise<Language | undefined> {
  const row = await findPreferenceRow(db, userId, 'ui.language');
  return row === undefined ? undefined : matchLanguage(z.string().safeParse(JSON.parse(row.value)).data);
}
