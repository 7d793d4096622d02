import '#ui/style/base.css';
import { chooseLanguage, isRightToLeft } from '#lib/languages.ts';
import { loadWords } from '#lib/words.ts';

/** No await of the module itself: the app imports parts of this file, and would wait for its end. */
async function start(): Promise<void> {
  const root = document.documentElement;
  const language = chooseLanguage([root.dataset['language'] ?? '', ...navigator.languages]);
  root.lang = language;
  root.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  await loadWords(language);
  await import('./start.tsx');
}

void start();
