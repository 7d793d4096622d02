import { describe, expect, it } from 'vitest';
import { chooseType } from './choose-type.ts';

const PROMETHEUS =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1';

describe('chooseType()', () => {
  it.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['image/png', 'json'],
    ['text/plain', 'text'],
    ['TEXT/PLAIN; version=0.0.4', 'text'],
    ['text/*', 'text'],
    ['text/plain, */*', 'text'],
    ['text/plain;q=0.5, application/json;q=0.4', 'text'],
    ['text/plain;q=0, */*', 'json'],
    ['text/plain;q=oops, application/json;q=0.1', 'json'],
    ['*/*;q=0.1, text/plain;q=0.2', 'text'],
    ['application/openmetrics-text; version=1.0.0', 'openmetrics'],
    [PROMETHEUS, 'openmetrics'],
    [',;q=1,,/', 'json'],
  ])('takes %s for %s', (accept, wanted) => {
    const type = chooseType(accept, ['application/json', 'application/openmetrics-text', 'text/plain']);
    const names = { 'application/json': 'json', 'application/openmetrics-text': 'openmetrics', 'text/plain': 'text' };
    expect(names[type]).toBe(wanted);
  });
});
