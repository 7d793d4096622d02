import Bowser from 'bowser';

/** Longest name of a program that is taken over as it is. */
const MAX_NAME = 60;

/**
 * What a request came from, in words: `Firefox on Windows`, `KOReader`.
 * @param userAgent as it was sent; anything may be in it
 */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent);
  if (browser.name !== undefined && browser.name !== '' && os.name !== undefined)
    return `${browser.name} on ${os.name}`;
  // Programs that are no browsers name themselves first.
  const name = /^([^\p{Cc}/(;]+)/u.exec(userAgent)?.[1]?.trim() ?? '';
  return name === '' ? 'Unknown device' : name.slice(0, MAX_NAME);
}
