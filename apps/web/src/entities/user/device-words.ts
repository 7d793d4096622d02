import { t } from '@lingui/core/macro';

/** As the server names a browser that reports itself: `Chrome on Chrome OS`. Names of systems have a capital letter. */
const BROWSER = /^(?<browser>.+) on (?<system>\S*\p{Lu}\S*(?: \S+)?)$/u;

/** The name of a device; what the server said in English about a browser is said in the language of the page. */
export function nameDevice(name: string): string {
  if (name === 'Unknown device') return t`Unknown device`;
  const { browser, system } = BROWSER.exec(name)?.groups ?? {};
  return browser === undefined || system === undefined ? name : t`${browser} on ${system}`;
}
