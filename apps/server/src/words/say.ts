import { AsyncLocalStorage } from 'node:async_hooks';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';

export type SaidValues = Readonly<Record<string, string | number>>;

/** Makes the words of a language. */
export function createWords(locale: string, messages: Readonly<Record<string, string>>): I18n {
  return setupI18n({ locale, messages: { [locale]: { ...messages } } }).setMessagesCompiler(compileMessage);
}

const english = createWords('en', {});
const spoken = new AsyncLocalStorage<I18n>();

/** Runs work for a user of a language. */
export function runWithWords<Result>(words: I18n, work: () => Result): Result {
  return spoken.run(words, work);
}

/** Runs work that answers no request. What it stores is English, also when a request set it off. */
export function runInEnglish<Result>(work: () => Result): Result {
  return spoken.run(english, work);
}

/**
 * A message in the language of the request, else in English.
 *
 * What is stored or logged is said outside of a request, so it is English.
 * @param message ICU, as a literal: the catalogs in `locales` are made of the literals; or one that was marked
 */
export function say(message: string, values: SaidValues = {}): string {
  return (spoken.getStore() ?? english)._(message, values);
}

/** Marks a literal for the catalogs that is said later, such as the label of a setting. */
export function mark<const Message extends string>(message: Message): Message {
  return message;
}
