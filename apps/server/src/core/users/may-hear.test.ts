import { describe, expect, it } from 'vitest';
import type { Viewer } from '../viewer.ts';
import { mayHear } from './may-hear.ts';

function viewerOf(libraryIds?: readonly string[]): Viewer {
  return { userId: 'u', username: 'u', role: 'reader', permissions: new Set(), sessionId: null, libraryIds };
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
    ['what is gone for those who see only the old place', { libraryIds: ['old'], notIn: 'new' }, ['old']],
  ])('lets the right viewers hear %s', (_, audience, hearers) => {
    expect(hearersOf(audience)).toEqual(hearers);
  });
});
