import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Keeps what waits in the list of tasks from those who may look at it. */
export interface Sealer {
  readonly seal: (value: object) => string;
  /** Undefined for what was not sealed here. */
  readonly open: (sealed: string) => unknown;
  /** The same name for the same text, from which the text cannot be told. */
  readonly nameOf: (text: string) => string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a key of its own.
 * @param secret that of the session tokens; the key is another one made of it
 */
export function createSealer(secret: string): Sealer {
  const keyFor = (use: string): Buffer => createHmac('sha256', secret).update(use).digest();
  const [key, nameKey] = [keyFor('sealed tasks'), keyFor('names of sealed tasks')];
  return {
    seal: (value) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const body = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
        return JSON.parse(body.toString('utf8')) as unknown;
      } catch {
        // Another secret than the one it was sealed with.
        return undefined;
      }
    },
    nameOf: (text) => createHmac('sha256', nameKey).update(text).digest('base64url').slice(0, 22),
  };
}
