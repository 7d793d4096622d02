import { i18n } from '@lingui/core';

/** Language of the words. It is known before a module of the app is evaluated, and a new one reloads the page. */
export const LANGUAGE = i18n.locale;

/** Locale of dates in words: a month name follows its day, as in 3 November. */
export const DATES = LANGUAGE === 'en' ? 'en-GB' : LANGUAGE;
