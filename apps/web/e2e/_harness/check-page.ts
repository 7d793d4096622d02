import type { Page } from '@playwright/test';

/** Chromium logs this when the app asks for the current user as a guest. */
const SIGNED_OUT = 'the server responded with a status of 401';

/** Collects exceptions, console errors and content policy violations from now on. */
export function watchComplaints(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes(SIGNED_OUT)) complaints.push(message.text());
  });
  return complaints;
}
