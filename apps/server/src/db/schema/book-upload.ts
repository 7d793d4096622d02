/** A file that a user uploads in parts. The bytes are in the hidden upload folder of the library. */
export interface BookUploadTable {
  id: string;
  libraryId: string;
  userId: string;
  /** Below the library, `/` separated. No other upload has the same library, folder and name. */
  folder: string;
  /** With its extension. */
  fileName: string;
  sizeBytes: number;
  /** Of the file on the device of the user, epoch milliseconds; with the size it tells a changed file. */
  modifiedAt: number;
  /** Bytes that are on the disk for sure. */
  receivedBytes: number;
  createdAt: number;
  /** When the last part arrived. */
  updatedAt: number;
}
