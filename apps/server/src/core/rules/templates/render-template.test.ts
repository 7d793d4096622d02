import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import type { TemplateContext } from './context.ts';
import { renderTemplate } from './render-template.ts';

const context: TemplateContext = {
  type: 'series',
  bookCount: 3,
  externalIds: { anilist: { id: '30013', url: null, hash: null }, 'my.source': { id: 'x', url: null, hash: null } },
  customMetadata: { shelf: { row_no: 3 }, constructor: 'mine' },
  metadata: {
    title: 'Fullmetal <Alchemist>',
    titleSort: null,
    year: 2001,
    genres: ['Drama', 'Action'],
    authors: [{ name: 'Arakawa Hiromu', role: 'writer' }],
    titleLock: false,
  },
};
const render = (template: string) => renderTemplate(template, context);

describe('renderTemplate()', () => {
  it.each([
    ['{{metadata.title}} ({{metadata.year}})', 'Fullmetal <Alchemist> (2001)'],
    ['{{{metadata.title}}} {{&metadata.title}}', 'Fullmetal <Alchemist> Fullmetal <Alchemist>'],
    ['{{metadata.title_sort}}|{{metadata.nothing}}|{{nothing.at.all}}', '||'],
    ['{{book_count}} {{customMetadata.shelf.row_no}} {{externalIds.anilist}} {{externalIds.count}}', '3 3 30013 2'],
    ['{{metadata.genres}} by {{metadata.authors}}', 'Drama, Action by Arakawa Hiromu'],
    ['{{#metadata.genres}}[{{.}}]{{/metadata.genres}}', '[Drama][Action]'],
    ['{{#metadata.authors}}{{name}} of {{bookCount}}{{/metadata.authors}}', 'Arakawa Hiromu of 3'],
    ['{{#metadata}}{{title}} {{bookCount}}{{/metadata}}', 'Fullmetal <Alchemist> 3'],
    ['{{^metadata.titleSort}}none{{/metadata.titleSort}}{{#metadata.titleLock}}locked{{/metadata.titleLock}}', 'none'],
    ['{{! a remark }}plain {{=<% %>=}}<% metadata.year %>', 'plain 2001'],
    ['', ''],
  ])('fills %s', (template, expected) => {
    expect(render(template)).toBe(expected);
  });

  it.each([
    'constructor',
    'toString',
    '__proto__',
    'metadata.constructor.name',
    'metadata.title.length',
    'metadata.genres.join',
    'hasOwnProperty',
  ])('finds nothing behind %s', (path) => {
    expect(render(`{{${path}}}{{#${path}}}something{{/${path}}}`)).toBe('');
  });

  it('takes keys of the owner as they are', () => {
    expect(render('{{customMetadata.constructor}}')).toBe('mine');
  });

  it.each([
    ['{{#open}}', 'Unclosed section'],
    ['{{/closed}}', 'Unopened section'],
    ['{{broken', 'Unclosed tag'],
    ['{{> other}}', 'A template cannot use another template'],
    ['x'.repeat(10_001), 'A template can have at most 10,000 characters'],
    [`${'{{#metadata}}'.repeat(25)}x${'{{/metadata}}'.repeat(25)}`, 'at most 20 levels deep'],
  ])('refuses %.40s', (template, message) => {
    expect(() => render(template)).toThrow(AppError);
    expect(() => render(template)).toThrow(message);
  });

  it('ends what would go on for ages, and what would fill the memory', () => {
    const many = { ...context, metadata: { genres: Array.from({ length: 100 }, (_, index) => `Genre ${index}`) } };
    const nested = `${'{{#metadata.genres}}'.repeat(10)}${'{{/metadata.genres}}'.repeat(10)}`;
    expect(() => renderTemplate(nested, many)).toThrow('The template repeats too much');
    const long = '{{#metadata.genres}}{{#metadata.genres}}{{metadata.genres}}{{/metadata.genres}}{{/metadata.genres}}';
    expect(() => renderTemplate(long, many)).toThrow('The result of a template can have at most 10,000 characters');
  });
});
