import { api } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { translateNames } from './translate-names.ts';

describe('translateNames', () => {
  it('renames snake_case to the names of the schema, at any depth', () => {
    const body = { name: 'A', scanning_config: { cron_schedule: null, scan_on_start: true }, allowed_formats: ['CBZ'] };
    expect(translateNames(api.createLibrary.body, body, api.createLibrary)).toEqual({
      name: 'A',
      scanningConfig: { cronSchedule: null, scanOnStart: true },
      allowedFormats: ['CBZ'],
    });
  });

  it('knows the other words that an entry lists, in both spellings', () => {
    const { saveProgress, createLibrary } = api;
    for (const key of ['is_completed', 'isCompleted', 'completed']) {
      const body = translateNames(saveProgress.body, { current_page: 3, [key]: true }, saveProgress);
      expect(body).toEqual({ currentPage: 3, completed: true });
    }
    expect(translateNames(createLibrary.body, { scanning_config: { default_mode: 'deep' } }, createLibrary)).toEqual({
      scanningConfig: { scanMode: 'deep' },
    });
  });

  it('takes no time for a name that is none, however long', () => {
    const name = '_'.repeat(1_000_000);
    expect(translateNames(api.login.body, { [name]: 1 })).toEqual({ [name]: 1 });
  });

  it('leaves the keys of free-form values alone', () => {
    const locator = { href_of_it: 'x', locations: { total_progression: 0.5 } };
    expect(translateNames(api.saveProgress.body, { current_page: 1, locator }, api.saveProgress)).toEqual({
      currentPage: 1,
      locator,
    });
    const config = { book_config: { custom_key: { inner_key: 1 } } };
    expect(translateNames(api.createLibrary.body, config)).toEqual({ bookConfig: { custom_key: { inner_key: 1 } } });
  });

  it('goes into the items of lists and the options of unions', () => {
    const Item = z.object({ firstName: z.string() });
    const schema = z.object({ items: z.array(Item), one: z.union([z.string(), Item, z.array(Item)]).nullable() });
    const value = { items: [{ first_name: 'a' }], one: { first_name: 'b' } };
    expect(translateNames(schema, value)).toEqual({ items: [{ firstName: 'a' }], one: { firstName: 'b' } });
    expect(translateNames(schema, { items: [], one: [{ first_name: 'c' }] })).toEqual({
      items: [],
      one: [{ firstName: 'c' }],
    });
    expect(translateNames(schema, { items: 7, one: 'text' })).toEqual({ items: 7, one: 'text' });
  });

  it('lets the camelCase spelling win when both are sent', () => {
    const { query } = api.listBooks;
    expect(translateNames(query, { page_size: '5', pageSize: '7' })).toEqual({ pageSize: '7' });
    expect(translateNames(query, { pageSize: '7', page_size: '5' })).toEqual({ pageSize: '7' });
  });

  it('keeps a field that is known in camelCase only as it was sent', () => {
    const { query } = api.listBooks;
    const translated = translateNames(query, { page_size: '5', library_id: 'x' }, { camelCaseOnly: ['pageSize'] });
    expect(translated).toEqual({ page_size: '5', libraryId: 'x' });
  });

  it('gives back what is no object', () => {
    expect(translateNames(api.login.body, 'text')).toBe('text');
    expect(translateNames(api.login.body, null)).toBeNull();
  });
});
