import { handleGetBookContext } from './get-book-context.ts';
import { handleGetSeriesContext } from './get-series-context.ts';
import { handleTryTemplate } from './try-template.ts';

export const templateHandlers = {
  getBookContext: handleGetBookContext,
  getSeriesContext: handleGetSeriesContext,
  tryTemplate: handleTryTemplate,
};
