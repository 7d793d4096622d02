import { later } from '../../later.ts';

export const templateHandlers = {
  getBookContext: later(async () => (await import('./get-book-context.ts')).handleGetBookContext),
  getSeriesContext: later(async () => (await import('./get-series-context.ts')).handleGetSeriesContext),
  tryTemplate: later(async () => (await import('./try-template.ts')).handleTryTemplate),
};
