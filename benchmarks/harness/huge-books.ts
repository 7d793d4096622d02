import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** Bytes of one page: a picture, then zeros, which decoders ignore and which take no disk space. */
const PAGE_BYTES = 10_000_000;
const PAGES = 205;

/** Writes a file of pieces and holes. */
class SparseFile {
  readonly #descriptor: number;
  #length = 0;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'w');
  }

  get length(): number {
    return this.#length;
  }

  write(bytes: Buffer | string): void {
    const whole = Buffer.from(bytes);
    this.#length += writeSync(this.#descriptor, whole, 0, whole.length, this.#length);
  }

  skip(bytes: number): void {
    this.#length += bytes;
  }

  close(): void {
    ftruncateSync(this.#descriptor, this.#length);
    closeSync(this.#descriptor);
  }
}

/** Common fields of local (APPNOTE 4.3.7) and central header (4.3.12), from "version needed" on. */
function zipFields(name: string, crc: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(PAGE_BYTES, 14);
  fields.writeUInt32LE(PAGE_BYTES, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

/**
 * A CBZ of 2 GB of stored pages.
 * @param picture a JPEG, used for every page
 */
export function writeHugeCbz(path: string, picture: Buffer): void {
  const file = new SparseFile(path);
  const crc = crc32(Buffer.alloc(PAGE_BYTES - picture.length), crc32(picture));
  const central: Buffer[] = [];
  for (let page = 1; page <= PAGES; page += 1) {
    const name = `${String(page).padStart(4, '0')}.jpg`;
    const fields = zipFields(name, crc);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(file.length, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name));
    file.write(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), picture]));
    file.skip(PAGE_BYTES - picture.length);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(PAGES, 8);
  end.writeUInt16LE(PAGES, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(file.length, 16);
  file.write(Buffer.concat([directory, end]));
  file.close();
}

/**
 * A PDF of 2 GB, one picture a page.
 * @param picture a JPEG of this size in pixels, used for every page
 */
export function writeHugePdf(path: string, picture: Buffer, width: number, height: number): void {
  const file = new SparseFile(path);
  const offsets: number[] = [];
  const begin = (text: string): void => {
    offsets.push(file.length);
    file.write(`${String(offsets.length)} 0 obj\n${text}`);
  };
  const object = (text: string): void => begin(`${text}\nendobj\n`);
  const box = `/MediaBox [0 0 ${String(width)} ${String(height)}]`;
  const kids = Array.from({ length: PAGES }, (_, index) => `${String(3 + index * 3)} 0 R`);
  const drawing = `${String(width)} 0 0 ${String(height)} 0 0 cm /P Do`;
  file.write('%PDF-1.7\n');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${String(PAGES)} ${box} >>`);
  for (let page = 0; page < PAGES; page += 1) {
    const own = 3 + page * 3;
    const resources = `<< /XObject << /P ${String(own + 2)} 0 R >> >>`;
    object(`<< /Type /Page /Parent 2 0 R /Resources ${resources} /Contents ${String(own + 1)} 0 R >>`);
    object(`<< /Length ${String(drawing.length)} >>\nstream\n${drawing}\nendstream`);
    const size = `/Width ${String(width)} /Height ${String(height)} /Length ${String(PAGE_BYTES)}`;
    const kind = '/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
    begin(`<< ${kind} ${size} >>\nstream\n`);
    file.write(picture);
    file.skip(PAGE_BYTES - picture.length);
    file.write('\nendstream\nendobj\n');
  }
  const table = file.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const count = String(offsets.length + 1);
  file.write(`xref\n0 ${count}\n0000000000 65535 f \n${lines.join('')}`);
  file.write(`trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${String(table)}\n%%EOF\n`);
  file.close();
}
