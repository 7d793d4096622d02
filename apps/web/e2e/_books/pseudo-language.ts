import type { Page } from '@playwright/test';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MARKED = 'áƀćđéƒǵħíĵķłɱńóṕɋŕšťúṽŵẋýžÁɃĆĐÉƑǴĦÍĴĶŁṀŃÓṔɊŔŠŤÚṼŴẊÝŽ';
const LETTERS = Array.from(MARKED);

/** Longest word that is added. */
const WORD = 6;

/** Letters with marks, 40 % longer; tags of elements stay. */
function mark(text: string): string {
  const marked = text.replace(/<\/?\d+\/?>|[A-Za-z]/g, (sign) =>
    sign.length > 1 ? sign : (LETTERS[PLAIN.indexOf(sign)] ?? sign),
  );
  if (!/\p{L}{2}/u.test(text)) return marked;
  const more = Math.ceil(text.replace(/<\/?\d+\/?>/g, '').length * 0.4);
  const words = Array.from({ length: Math.ceil(more / WORD) }, (_, index) =>
    'ḗ'.repeat(Math.min(WORD, more - index * WORD)),
  );
  return `${marked}${words.join(' ')}`;
}

/** A compiled message: texts, and arguments as `[name, type, { form: message }]`. */
type Compiled = string | readonly (string | readonly [string, string?, unknown?])[];

function markForms(forms: object): Readonly<Record<string, unknown>> {
  const marked = Object.entries(forms).map(([form, words]: [string, unknown]) => {
    const shown = form === 'offset' ? words : markMessage(words as Compiled);
    return [form, shown] as const;
  });
  return Object.fromEntries(marked);
}

function markMessage(message: Compiled): unknown {
  if (typeof message === 'string') return mark(message);
  return message.map((part) => {
    if (typeof part === 'string') return mark(part);
    const [name, kind, forms] = part;
    return typeof forms === 'object' && forms !== null ? [name, kind, markForms(forms)] : part;
  });
}

/** Shows every message of the catalog with marked letters: letters without marks are not in the catalog. */
export async function showPseudoLanguage(page: Page): Promise<void> {
  await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
    const code = await (await route.fetch()).text();
    const [, , text] = /JSON\.parse\((['"`])(.*)\1\)/s.exec(code) ?? [];
    if (text === undefined) throw new Error('The catalog has another form now');
    // The text is a part of a script: its escapes are those of a template.
    const json = text.replace(/\\([\\'"`$])/g, '$1');
    const messages = Object.entries(JSON.parse(json) as Record<string, Compiled>);
    const marked = Object.fromEntries(messages.map(([id, message]) => [id, markMessage(message)]));
    await route.fulfill({
      contentType: 'text/javascript',
      body: `export const messages = ${JSON.stringify(marked)};`,
    });
  });
}
