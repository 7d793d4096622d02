import type { Setting } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { draftedValue, toUndo, rebaseDrafts, toUpdates, withDraft } from './drafts.ts';
import { findSettings } from './find-settings.ts';
import { fromGigabytes, numberProblem, rangeWords, readList, toGigabytes, valueWords } from './setting-words.ts';

const DAYS: Setting = {
  id: '00000000-0000-8000-a000-000000000000',
  key: 'tasks.retention_days',
  label: 'Keep finished tasks',
  value: '30',
  valueType: 'Integer',
  category: 'Tasks',
  categoryDescription: 'What the server does at once.',
  description: 'How long finished tasks stay listed.',
  defaultValue: '30',
  minValue: 1,
  maxValue: 3650,
  unit: 'days',
  options: null,
  format: null,
  isSensitive: false,
  requiresRestart: false,
  isSet: false,
  updatedAt: null,
  updatedBy: null,
  updatedByName: null,
  version: 1,
};
const NAME: Setting = {
  ...DAYS,
  key: 'application.name',
  label: 'Name of this server',
  category: 'Application',
  categoryDescription: 'How this server is called.',
  description: 'What it is called, in mails and in the café.',
  valueType: 'String',
  value: 'Attic',
  defaultValue: 'Lectern',
  unit: null,
  isSet: true,
};
const SECRET: Setting = { ...NAME, key: 'mail.secret', value: '', defaultValue: '', isSensitive: true };

describe('unsaved', () => {
  it('rebases changes made during a save onto the saved values', () => {
    const sent = withDraft(withDraft({}, DAYS, '14'), NAME, 'Cellar');
    const now = withDraft(sent, DAYS, '7');
    const saved = [DAYS, NAME].map((setting) => ({ ...setting, version: 2 }));
    expect(rebaseDrafts(now, sent, saved)).toEqual({ [DAYS.key]: { value: '7', version: 2 } });
    expect(rebaseDrafts(sent, sent, saved)).toEqual({});
  });

  it('keeps the version of settings outside of the save', () => {
    expect(rebaseDrafts(withDraft({}, NAME, 'Cellar'), withDraft({}, DAYS, '14'), [])).toEqual({
      [NAME.key]: { value: 'Cellar', version: 1 },
    });
  });
});

describe('withDraft', () => {
  it('drops a change to the current value', () => {
    const drafts = withDraft({}, DAYS, '14');
    expect(drafts).toEqual({ [DAYS.key]: { value: '14', version: 1 } });
    expect(withDraft(drafts, DAYS, '30')).toEqual({});
    expect(withDraft(withDraft({}, NAME, 'Cellar'), NAME, 'Attic')).toEqual({});
  });

  it('resets to the default instead of copying it', () => {
    const drafts = withDraft({}, NAME, 'Lectern');
    expect(drafts).toEqual({ [NAME.key]: { value: null, version: 1 } });
    expect(draftedValue(NAME, drafts[NAME.key])).toBe('Lectern');
    expect(withDraft({}, DAYS, null)).toEqual({});
  });

  it('remembers the first old value over several changes', () => {
    const later = { ...DAYS, version: 2, value: '7', isSet: true };
    expect(withDraft(withDraft({}, DAYS, '14'), later, '21')[DAYS.key]).toEqual({ value: '21', version: 1 });
  });

  it('takes a typed secret, and no change for an empty one', () => {
    const drafts = withDraft({}, SECRET, 'hush');
    expect(drafts[SECRET.key]?.value).toBe('hush');
    expect(withDraft(drafts, SECRET, '')).toEqual({});
    expect(toUndo(drafts, [SECRET])).toEqual([]);
  });
});

describe('the requests of a save', () => {
  it('send the changes, and undo them', () => {
    const drafts = withDraft(withDraft({}, DAYS, '14'), NAME, null);
    expect(toUpdates(drafts, [NAME, DAYS])).toEqual([
      { key: NAME.key, value: null },
      { key: DAYS.key, value: '14' },
    ]);
    expect(toUndo(drafts, [NAME, DAYS])).toEqual([
      { key: NAME.key, value: 'Attic' },
      { key: DAYS.key, value: null },
    ]);
    expect(toUpdates(drafts, [])).toEqual([]);
  });
});

describe('findSettings', () => {
  it.each([
    ['', 2],
    ['finished', 1],
    ['NAME server', 1],
    ['retention days', 1],
    ['tasks.ret', 1],
    ['cafe', 1],
    ['at once', 1],
    ['application', 1],
    ['name tasks', 0],
  ])('finds for "%s" %d', (wanted, count) => {
    expect(findSettings([DAYS, NAME], wanted).flatMap(({ settings }) => settings)).toHaveLength(count);
  });
});

describe('the text of a value', () => {
  it('is readable for every type', () => {
    expect(valueWords(DAYS, '1000')).toBe('1,000 days');
    expect(valueWords({ ...DAYS, unit: '%' }, '20')).toBe('20%');
    expect(valueWords({ ...DAYS, valueType: 'Boolean' }, 'true')).toBe('On');
    expect(valueWords({ ...DAYS, valueType: 'Array' }, '["a","b"]')).toBe('a, b');
    expect(valueWords({ ...DAYS, valueType: 'Array' }, '[]')).toBe('None');
    expect(valueWords(NAME, '')).toBe('Empty');
    expect(valueWords({ ...NAME, format: 'library' }, '')).toBe('None');
    const links = { ...NAME, options: ['off', 'accounts', 'anyone'] };
    expect(links.options.map((option) => valueWords(links, option))).toEqual([
      'Off',
      'People with an account here',
      'Anyone with the link',
    ]);
    const schedule = { ...NAME, format: 'cron' } as const;
    expect([valueWords(schedule, ''), valueWords(schedule, '30 4 * * 0')]).toEqual(['Never', 'every Sunday at 4:30']);
    expect(valueWords(SECRET, 'hush')).toBe('Not shown');
    expect(readList('{')).toEqual([]);
  });

  it('says and takes bytes as gigabytes', () => {
    const space = { ...DAYS, unit: 'bytes', minValue: 100_000_000, maxValue: Number.MAX_SAFE_INTEGER };
    expect(valueWords(space, '2147483648')).toBe('2.1 GB');
    expect([toGigabytes('2147483648'), toGigabytes(''), toGigabytes('x')]).toEqual(['2.15', '', 'x']);
    expect([fromGigabytes('2.15'), fromGigabytes(''), fromGigabytes('x')]).toEqual(['2150000000', '', 'x']);
    expect(numberProblem(space, fromGigabytes('0.05'))).toBe('Must be a number, 100 MB or more');
    expect(numberProblem(space, fromGigabytes('1.5'))).toBeUndefined();
  });

  it('gives the range of a number, and an error outside of it', () => {
    expect(rangeWords(DAYS)).toBe('1 to 3,650');
    expect(rangeWords({ ...DAYS, maxValue: null })).toBe('1 or more');
    for (const wrong of ['', '0', '3651', '1.5', 'x']) {
      expect(numberProblem(DAYS, wrong)).toBe('Must be a whole number, 1 to 3,650');
    }
    expect(numberProblem(DAYS, '3650')).toBeUndefined();
    expect(numberProblem(NAME, 'x')).toBeUndefined();
  });
});
