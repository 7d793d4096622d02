import { findLanguage, isRightToLeft } from '@lectern/contract/languages';
import '#ui/style/base.css';
import { startWords } from '#lib/words.ts';

/** No await of the module itself: the app imports parts of this file, and would wait for its end. */
async function start(): Promise<void> {
  const root = document.documentElement;
  const language = findLanguage([root.dataset['language'] ?? '', ...navigator.languages]) ?? 'en';
  root.lang = language;
  root.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  await startWords(language);
  await import('./start.tsx');
}

void start();
