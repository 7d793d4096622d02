import { handleAddManyWantToRead } from './add-many-want-to-read.ts';
import { handleAddWantToRead } from './add-want-to-read.ts';
import { handleListWantToRead } from './list-want-to-read.ts';
import { handleOrderWantToRead } from './order-want-to-read.ts';
import { handleRemoveWantedBook } from './remove-wanted-book.ts';
import { handleRemoveWantedSeries } from './remove-wanted-series.ts';

export const wantToReadHandlers = {
  listWantToRead: handleListWantToRead,
  addWantToRead: handleAddWantToRead,
  addManyWantToRead: handleAddManyWantToRead,
  orderWantToRead: handleOrderWantToRead,
  removeWantedSeries: handleRemoveWantedSeries,
  removeWantedBook: handleRemoveWantedBook,
};
