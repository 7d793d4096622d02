import { expect, it } from 'vitest';
import { listPageActions, offerPageActions } from './page-actions.ts';

const run = () => undefined;

it('lists what is offered now, in the order in which it came', () => {
  const book = { current: { title: 'Book', items: [{ label: 'Mark read', run }] } };
  const takeBook = offerPageActions(book);
  const takeList = offerPageActions({ current: { title: 'List', items: [{ label: 'Edit', run }] } });
  const takeEmpty = offerPageActions({ current: { title: 'Empty', items: [] } });
  expect(listPageActions().map(({ title }) => title)).toEqual(['Book', 'List']);
  book.current = { title: 'Book', items: [{ label: 'Mark unread', run }] };
  expect(listPageActions()[0]?.items[0]?.label).toBe('Mark unread');
  takeBook();
  expect(listPageActions().map(({ title }) => title)).toEqual(['List']);
  takeList();
  takeEmpty();
  expect(listPageActions()).toEqual([]);
});
