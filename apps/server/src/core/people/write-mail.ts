import { isRightToLeft, type Language } from '@lectern/contract';
import { MAIL_WORDS } from './mail-words/index.ts';
import { FACTOR_MAILS, type LanguageWords, type MailPurpose } from './mail-words/language-words.ts';

interface MailContent {
  readonly purpose: MailPurpose;
  readonly language: Language;
  readonly name: string;
  readonly server: string;
  /** An address of the network. */
  readonly place?: string;
  readonly link?: { readonly url: string; readonly hours: number };
}

interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const STYLE = 'font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:36em';
const BUTTON = 'display:inline-block;padding:.6em 1.2em;background:#1f4e79;color:#ffffff;border-radius:.3em';

/** A text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

/** The last line of a mail; undefined without one: no reader asked for a test or for news of a device. */
function chooseClosing(purpose: MailPurpose, { ending, alarm }: Pick<LanguageWords, 'ending' | 'alarm'>) {
  if (purpose === 'test' || purpose === 'device') return undefined;
  return FACTOR_MAILS.some((one) => one === purpose) ? alarm : ending;
}

/** The subject and both bodies of a mail. */
export function writeMail({ purpose, language, name, server, place = '', link }: MailContent): WrittenMail {
  const words = MAIL_WORDS[language];
  const { greeting, mails } = words;
  const { subject, lines, action } = mails[purpose];
  const values: Readonly<Record<string, string>> = { name, server, place, hours: String(link?.hours ?? '') };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const paragraphs = [greeting, ...lines].map(fill);
  const last = chooseClosing(purpose, words);
  const closing = last === undefined ? [] : [fill(last)];
  const html = [
    ...paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(link === undefined || action === null
      ? []
      : [
          `<p><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(action)}</a></p>`,
          `<p>${escapeHtml(link.url)}</p>`,
        ]),
    ...closing.map((line) => `<p>${escapeHtml(line)}</p>`),
  ];
  return {
    subject: fill(subject),
    text: [...paragraphs, ...(link === undefined ? [] : [link.url]), ...closing].join('\n\n') + '\n',
    html: `<!doctype html><html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"><meta charset="utf-8"><body style="${STYLE}">${html.join('\n')}</body></html>`,
  };
}
