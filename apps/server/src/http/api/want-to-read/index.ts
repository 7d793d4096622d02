import { later } from '../../later.ts';

export const wantToReadHandlers = {
  listWantToRead: later(async () => (await import('./list-want-to-read.ts')).handleListWantToRead),
  addWantToRead: later(async () => (await import('./add-want-to-read.ts')).handleAddWantToRead),
  addManyWantToRead: later(async () => (await import('./add-many-want-to-read.ts')).handleAddManyWantToRead),
  orderWantToRead: later(async () => (await import('./order-want-to-read.ts')).handleOrderWantToRead),
  removeWantedSeries: later(async () => (await import('./remove-wanted-series.ts')).handleRemoveWantedSeries),
  removeWantedBook: later(async () => (await import('./remove-wanted-book.ts')).handleRemoveWantedBook),
};
