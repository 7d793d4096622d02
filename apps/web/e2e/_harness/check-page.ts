import type { Page } from '@playwright/test';

/** Chromium writes this itself whenever the app asks who is signed in and nobody is. */
const SIGNED_OUT = 'the server responded with a status of 401';

/** Collects what the page complains about from now on: exceptions, errors on the console, a broken content policy. */
export function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes(SIGNED_OUT)) complaints.push(message.text());
  });
  return complaints;
}
