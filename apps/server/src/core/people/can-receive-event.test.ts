import { describe, expect, it } from 'vitest';
import type { Audience } from '#events/frames.ts';
import type { Viewer } from '#core/viewer.ts';
import { canReceiveEvent } from './can-receive-event.ts';

function makeViewer(libraryIds?: readonly string[], sharing?: Viewer['sharing']): Viewer {
  return { userId: 'u', username: 'u', role: 'reader', permissions: new Set(), sessionId: null, libraryIds, sharing };
}

const VIEWERS = {
  all: makeViewer(),
  both: makeViewer(['old', 'new']),
  old: makeViewer(['old']),
  new: makeViewer(['new']),
  other: makeViewer(['other']),
  none: { ...makeViewer([]), permissions: new Set(['TasksRead'] as const) },
};

function listReceivers(audience: Parameters<typeof canReceiveEvent>[1]): string[] {
  return Object.entries(VIEWERS).flatMap(([name, viewer]) => (canReceiveEvent(viewer, audience) ? [name] : []));
}

describe('canReceiveEvent', () => {
  it.each<[string, Audience, string[]]>([
    ['what is for everyone', { kind: 'everyone' }, ['all', 'both', 'old', 'new', 'other', 'none']],
    ['what is for those who have a permission', { kind: 'permission', permission: 'TasksRead' }, ['none']],
    ['what is for nobody', { kind: 'nobody' }, []],
    ['what is for somebody else alone', { kind: 'user', userId: 'other' }, []],
    ['what nobody knows the library of', { kind: 'libraries', libraryIds: [] }, ['all']],
    ['what is about one library', { kind: 'libraries', libraryIds: ['new'] }, ['all', 'both', 'new']],
    ['what is about any of two', { kind: 'libraries', libraryIds: ['old', 'new'] }, ['all', 'both', 'old', 'new']],
    ['what changed for those who see both', { kind: 'libraries', libraryIds: ['new'], alsoIn: 'old' }, ['all', 'both']],
    [
      'what came for those who see only the new place',
      { kind: 'libraries', libraryIds: ['new'], notIn: 'old' },
      ['new'],
    ],
    ['what is told to somebody else', { kind: 'libraries', libraryIds: ['old'], userId: 'other' }, []],
    ['what is told to them', { kind: 'libraries', libraryIds: ['old'], userId: 'u' }, ['all', 'both', 'old']],
    [
      'what is gone for those who see only the old place',
      { kind: 'libraries', libraryIds: ['old'], notIn: 'new' },
      ['old'],
    ],
  ])('lets the right viewers hear %s', (_, audience, hearers) => {
    expect(listReceivers(audience)).toEqual(hearers);
  });
});

const LIMITED = {
  all: makeViewer(),
  denied: makeViewer(undefined, { denied: ['x'], allowed: [] }),
  allowed: makeViewer(undefined, { denied: [], allowed: ['y'] }),
  elsewhere: makeViewer(['old'], { denied: ['x'], allowed: [] }),
};

const marks = (...tagIds: readonly string[]) => ({ tagIds, age: null });

/** Bears a tag of its own name. */
const OWN_NAME = ({ seriesId }: { readonly seriesId?: string | undefined }) =>
  seriesId === 'gone' ? undefined : marks(seriesId ?? '');

describe('canReceiveEvent of a viewer whom sharing tags limit', () => {
  it.each<[string, Audience, string[]]>([
    ['what is about no series', { kind: 'libraries', libraryIds: ['new'] }, ['all', 'denied', 'allowed']],
    ['what is for those who see all', { kind: 'libraries', libraryIds: [] }, ['all']],
    ['a series that bears a denied tag', { kind: 'libraries', libraryIds: ['new'], seriesId: 'x' }, ['all']],
    [
      'a series that bears an allowed tag',
      { kind: 'libraries', libraryIds: ['new'], seriesId: 'y' },
      ['all', 'denied', 'allowed'],
    ],
    [
      'a series that bears neither',
      { kind: 'libraries', libraryIds: ['old'], seriesId: 'z' },
      ['all', 'denied', 'elsewhere'],
    ],
    ['what nobody can look up', { kind: 'libraries', libraryIds: ['new'], seriesId: 'gone' }, ['all']],
    [
      'a series that goes from sight',
      { kind: 'libraries', libraryIds: ['new'], shownBy: [marks()], hiddenBy: marks('x') },
      ['denied'],
    ],
    [
      'a series that comes into sight',
      { kind: 'libraries', libraryIds: ['new'], shownBy: [marks('y')], hiddenBy: marks() },
      ['allowed'],
    ],
    [
      'a series that stays in sight',
      { kind: 'libraries', libraryIds: ['new'], shownBy: [marks(), marks('y')] },
      ['all', 'denied'],
    ],
    [
      'a list that holds something of theirs',
      {
        kind: 'libraries',
        libraryIds: ['old', 'new'],
        members: [
          { libraryId: 'old', ...marks('x') },
          { libraryId: 'new', ...marks() },
        ],
      },
      ['all', 'denied'],
    ],
  ])('lets the right viewers hear %s', (_, audience, hearers) => {
    const heard = Object.entries(LIMITED).filter(([, viewer]) => canReceiveEvent(viewer, audience, OWN_NAME));
    expect(heard.map(([name]) => name)).toEqual(hearers);
  });
});

const AGED = {
  all: makeViewer(),
  child: makeViewer(undefined, { denied: [], allowed: [], age: { maxAge: 12, showsUnrated: false } }),
  teen: makeViewer(undefined, { denied: [], allowed: [], age: { maxAge: 16, showsUnrated: true } }),
};
const aged = (age: number | null) => ({ tagIds: [], age });

describe('canReceiveEvent of a viewer with an age limit', () => {
  it.each<[string, Audience, string[]]>([
    ['a series for children', { kind: 'libraries', libraryIds: ['a'], seriesId: '6' }, ['all', 'child', 'teen']],
    ['a series of just that age', { kind: 'libraries', libraryIds: ['a'], seriesId: '12' }, ['all', 'child', 'teen']],
    ['a series for adults', { kind: 'libraries', libraryIds: ['a'], seriesId: '18' }, ['all']],
    ['a series without a rating', { kind: 'libraries', libraryIds: ['a'], seriesId: 'none' }, ['all', 'teen']],
    ['a series that is gone', { kind: 'libraries', libraryIds: ['a'], seriesId: 'gone' }, ['all']],
    [
      'a series that gets a higher rating',
      { kind: 'libraries', libraryIds: ['a'], shownBy: [aged(6)], hiddenBy: aged(16) },
      ['child'],
    ],
    [
      'a list with something for teenagers',
      { kind: 'libraries', libraryIds: ['a'], members: [{ libraryId: 'a', ...aged(16) }] },
      ['all', 'teen'],
    ],
  ])('lets the right viewers hear %s', (_, audience, hearers) => {
    const findMarks = ({ seriesId }: { readonly seriesId?: string | undefined }) =>
      seriesId === 'gone' ? undefined : aged(seriesId === 'none' ? null : Number(seriesId));
    const heard = Object.entries(AGED).filter(([, viewer]) => canReceiveEvent(viewer, audience, findMarks));
    expect(heard.map(([name]) => name)).toEqual(hearers);
  });
});
