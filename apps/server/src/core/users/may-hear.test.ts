import { describe, expect, it } from 'vitest';
import type { Viewer } from '../viewer.ts';
import { mayHear } from './may-hear.ts';

function viewerOf(libraryIds?: readonly string[], sharing?: Viewer['sharing']): Viewer {
  return { userId: 'u', username: 'u', role: 'reader', permissions: new Set(), sessionId: null, libraryIds, sharing };
}

const VIEWERS = {
  all: viewerOf(),
  both: viewerOf(['old', 'new']),
  old: viewerOf(['old']),
  new: viewerOf(['new']),
  other: viewerOf(['other']),
  none: viewerOf([]),
};

function hearersOf(audience: Parameters<typeof mayHear>[1]): string[] {
  return Object.entries(VIEWERS).flatMap(([name, viewer]) => (mayHear(viewer, audience) ? [name] : []));
}

describe('mayHear', () => {
  it.each([
    ['what is about nothing in particular', { libraryIds: null }, ['all', 'both', 'old', 'new', 'other', 'none']],
    ['what nobody knows the library of', { libraryIds: [] }, ['all']],
    ['what is about one library', { libraryIds: ['new'] }, ['all', 'both', 'new']],
    ['what is about any of two', { libraryIds: ['old', 'new'] }, ['all', 'both', 'old', 'new']],
    ['what changed for those who see both', { libraryIds: ['new'], alsoIn: 'old' }, ['all', 'both']],
    ['what came for those who see only the new place', { libraryIds: ['new'], notIn: 'old' }, ['new']],
    ['what is told to somebody else', { libraryIds: null, userId: 'other' }, []],
    ['what is told to them', { libraryIds: ['old'], userId: 'u' }, ['all', 'both', 'old']],
    ['what is gone for those who see only the old place', { libraryIds: ['old'], notIn: 'new' }, ['old']],
  ])('lets the right viewers hear %s', (_, audience, hearers) => {
    expect(hearersOf(audience)).toEqual(hearers);
  });
});

const LIMITED = {
  all: viewerOf(),
  denied: viewerOf(undefined, { denied: ['x'], allowed: [] }),
  allowed: viewerOf(undefined, { denied: [], allowed: ['y'] }),
  elsewhere: viewerOf(['old'], { denied: ['x'], allowed: [] }),
};

/** Bears a tag of its own name. */
const OWN_NAME = ({ seriesId }: { readonly seriesId?: string | undefined }) =>
  seriesId === 'gone' ? undefined : [seriesId ?? ''];

describe('mayHear of a viewer whom sharing tags limit', () => {
  it.each([
    ['what is about no series', { libraryIds: ['new'] }, ['all', 'denied', 'allowed']],
    ['what is for those who see all', { libraryIds: [] }, ['all']],
    ['a series that bears a denied tag', { libraryIds: ['new'], seriesId: 'x' }, ['all']],
    ['a series that bears an allowed tag', { libraryIds: ['new'], seriesId: 'y' }, ['all', 'denied', 'allowed']],
    ['a series that bears neither', { libraryIds: ['old'], seriesId: 'z' }, ['all', 'denied', 'elsewhere']],
    ['what nobody can look up', { libraryIds: ['new'], seriesId: 'gone' }, ['all']],
    ['a series that goes from sight', { libraryIds: ['new'], shownBy: [[]], hiddenBy: ['x'] }, ['denied']],
    ['a series that comes into sight', { libraryIds: ['new'], shownBy: [['y']], hiddenBy: [] }, ['allowed']],
    ['a series that stays in sight', { libraryIds: ['new'], shownBy: [[], ['y']] }, ['all', 'denied']],
    [
      'a list that holds something of theirs',
      {
        libraryIds: ['old', 'new'],
        members: [
          { libraryId: 'old', tagIds: ['x'] },
          { libraryId: 'new', tagIds: [] },
        ],
      },
      ['all', 'denied'],
    ],
  ])('lets the right viewers hear %s', (_, audience, hearers) => {
    const heard = Object.entries(LIMITED).filter(([, viewer]) => mayHear(viewer, audience, OWN_NAME));
    expect(heard.map(([name]) => name)).toEqual(hearers);
  });
});
