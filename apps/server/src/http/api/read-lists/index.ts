import { handleAddReadListBooks } from './add-read-list-books.ts';
import { handleCreateReadList } from './create-read-list.ts';
import { handleDeleteReadList } from './delete-read-list.ts';
import { handleGetReadList } from './get-read-list.ts';
import { handleGetReadListThumbnail } from './get-read-list-thumbnail.ts';
import { handleListBookReadLists } from './list-book-read-lists.ts';
import { handleListReadListBooks } from './list-read-list-books.ts';
import { handleListReadLists } from './list-read-lists.ts';
import { handleOrderReadListBooks } from './order-read-list-books.ts';
import { handleRemoveReadListBook } from './remove-read-list-book.ts';
import { handleUpdateReadList } from './update-read-list.ts';

export const readListHandlers = {
  listReadLists: handleListReadLists,
  createReadList: handleCreateReadList,
  getReadList: handleGetReadList,
  updateReadList: handleUpdateReadList,
  deleteReadList: handleDeleteReadList,
  listReadListBooks: handleListReadListBooks,
  addReadListBooks: handleAddReadListBooks,
  orderReadListBooks: handleOrderReadListBooks,
  removeReadListBook: handleRemoveReadListBook,
  getReadListThumbnail: handleGetReadListThumbnail,
  listBookReadLists: handleListBookReadLists,
};
