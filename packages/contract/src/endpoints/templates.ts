import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Id } from '../models/scalars.ts';
import { BookContext, RenderedTemplate, SeriesContext, TemplateTrial } from '../models/template.ts';

const params = z.object({ id: Id });
const template = { tag: 'Templates', answer: 'json', errors: ['NotFound'] } as const;

export const templates = {
  getBookContext: endpoint({
    ...template,
    summary: 'What templates see of a book',
    permission: ['BooksRead'],
    params,
    response: BookContext,
  }),
  getSeriesContext: endpoint({
    ...template,
    summary: 'What conditions and templates see of a series',
    permission: ['SeriesRead'],
    params,
    response: SeriesContext,
  }),
  tryTemplate: endpoint({
    ...template,
    summary: 'Fills a template in the language of Mustache with what is known of a book or a series',
    permission: ['BooksRead', 'SeriesRead'],
    body: TemplateTrial,
    response: RenderedTemplate,
  }),
} as const;
