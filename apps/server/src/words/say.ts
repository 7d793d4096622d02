import { AsyncLocalStorage } from 'node:async_hooks';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from '@lectern/contract';

export type SaidValues = Readonly<Record<string, string | number>>;

/** A message and its values, to be said later in any language. A value may be a message itself. */
export interface StoredMessage {
  /** ICU, as in the catalogs. */
  readonly message: string;
  readonly values: Readonly<Record<string, string | number | StoredMessage>>;
}

/** The words of a request or task, and what it said last. */
interface Voice {
  readonly words: I18n;
  /** By the text that was said, oldest first. */
  readonly said: Map<string, StoredMessage>;
}

/** A task says a text shortly before it is stored. */
const MAX_SAID = 500;

/** Makes the words of a language. */
export function createWords(locale: string, messages: Readonly<Record<string, string>>): I18n {
  return setupI18n({ locale, messages: { [locale]: { ...messages } } }).setMessagesCompiler(compileMessage);
}

/** Every message as it stands in the code. */
export const ENGLISH = createWords('en', {});
const voices = new AsyncLocalStorage<Voice>();

/** Runs work for a user of a language. */
export function runWithWords<Result>(words: I18n, work: () => Result): Result {
  return voices.run({ words, said: voices.getStore()?.said ?? new Map<string, StoredMessage>() }, work);
}

/** Runs work that answers no request. Its texts are English, also when a request set it off. */
export function runInEnglish<Result>(work: () => Result): Result {
  return voices.run({ words: ENGLISH, said: new Map() }, work);
}

/** The language of the running request or task, for `Intl`. */
export function spokenLanguage(): Language {
  return (voices.getStore()?.words.locale ?? 'en') as Language;
}

/** The message behind a text that the running request or task said; undefined for any other text. */
export function recallSaid(text: string): StoredMessage | undefined {
  return voices.getStore()?.said.get(text);
}

function remember(said: Map<string, StoredMessage>, text: string, message: string, values: SaidValues): void {
  const kept = Object.entries(values).map(([name, value]) => [
    name,
    (typeof value === 'string' ? said.get(value) : undefined) ?? value,
  ]);
  said.delete(text);
  said.set(text, { message, values: Object.fromEntries(kept) as StoredMessage['values'] });
  const [oldest] = said.keys();
  if (said.size > MAX_SAID && oldest !== undefined) said.delete(oldest);
}

/**
 * A message in the language of the request, else in English.
 *
 * Texts that are logged are said outside of a request, so they are English. `toStored` of `stored-message.ts` makes the
 * text storable, so that each reader gets it in their language.
 * @param message ICU, as a literal: the catalogs in `locales` are made of the literals; or one that was marked
 */
export function say(message: string, values: SaidValues = {}): string {
  const voice = voices.getStore();
  const text = (voice?.words ?? ENGLISH)._(message, values);
  if (voice !== undefined) remember(voice.said, text, message, values);
  return text;
}

/** Marks a literal for the catalogs that is said later, such as the label of a setting. */
export function mark<const Message extends string>(message: Message): Message {
  return message;
}
