import { z } from 'zod';
import { recallSaid, type SaidValues, say, type StoredMessage } from './say.ts';

/** How every stored message begins. Rows of earlier releases hold plain English texts. */
const START = '{"message":';

const StoredMessage: z.ZodType<StoredMessage> = z.strictObject({
  message: z.string().max(2_000),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.lazy(() => StoredMessage)])),
});

/**
 * A text for a column: the message behind a text that the running request or task said, as JSON, else the text itself.
 * The words of a mail server or of the system have no message, and stay as they are.
 */
export function toStored(text: string): string {
  const said = recallSaid(text);
  return said === undefined ? text : JSON.stringify({ message: said.message, values: said.values });
}

/** `toStored` for a column that may be empty. */
export function toStoredOrNull(text: string | null): string | null {
  return text === null ? null : toStored(text);
}

/**
 * A message for a column, where no request or task runs.
 * @param message ICU, as for `say`
 */
export function storeMessage(message: string, values: SaidValues = {}): string {
  return JSON.stringify({ message, values });
}

function parse(text: string): StoredMessage | undefined {
  if (!text.startsWith(START)) return undefined;
  try {
    return StoredMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function sayMessage({ message, values }: StoredMessage): string {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? sayMessage(value) : value,
  ]);
  return say(message, Object.fromEntries(entries) as SaidValues);
}

/** A stored text in the language of the request. A plain text of an earlier release stays as it is. */
export function sayStored(text: string): string {
  const stored = parse(text);
  return stored === undefined ? text : sayMessage(stored);
}

/** `sayStored` for a column that may be empty. */
export function sayStoredOrNull(text: string | null): string | null {
  return text === null ? null : sayStored(text);
}

/** Parses JSON, and says the stored texts in it. */
export function parseStored(json: string): unknown {
  return JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? sayStored(value) : value));
}

/** Whether a JSON text has a stored message in one of its texts. */
export function hasStored(json: string): boolean {
  return json.includes(JSON.stringify(START).slice(1, -1));
}
