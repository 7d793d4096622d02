import { buildAddress, type RouteName, routes } from '@lectern/contract';
import type { Client } from './client.ts';
import { PROBES } from './leak-probes.ts';
import { newPicture } from './pictures.ts';
import type { Ask, Probe } from './probe.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The routes that are asked in one way, with how. */
export const withProbe = <Kind extends string>(kind: Kind) =>
  Object.entries(PROBES).flatMap(([key, probe]) => {
    const name = key as RouteName;
    return kind in probe ? [[name, probe as Extract<Probe, Readonly<Record<Kind, unknown>>>] as const] : [];
  });

/** Packing and unpacking an answer takes longer than most answers. */
export const UNPACKED = { 'accept-encoding': 'identity' } as const;

/** Drawing takes longer than most answers. */
let picture: Promise<Buffer> | undefined;

/** Status and body of an answer, as one text. */
export async function answerTo(client: Client, name: RouteName, ask: Ask): Promise<string> {
  const [method] = routes[name];
  const address = buildAddress('', name, ask.params, ask.query);
  picture ??= newPicture('png', 'blue');
  const sent = ask.sendsPicture === true ? new Uint8Array(await picture) : undefined;
  const body = ask.body === undefined ? sent : JSON.stringify(ask.body);
  const type = ask.body === undefined ? 'image/png' : 'application/json';
  const init =
    body === undefined
      ? { method, headers: UNPACKED }
      : { method, body, headers: { ...UNPACKED, 'content-type': type } };
  const response = await client.fetch(address, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  return `${String(response.status)} ${bytes.toString('latin1')}`;
}

/** What is said whatever it is about, and whenever. */
export function bare(answer: string): string {
  return answer.replace(UUID, '<id>').replace(TIME, '<time>');
}

/** What every list says. */
export async function askLists(client: Client): Promise<ReadonlyMap<RouteName, readonly string[]>> {
  const answers = new Map<RouteName, readonly string[]>();
  for (const [name, { list }] of withProbe('list')) {
    answers.set(name, await Promise.all(list.map(async (ask) => answerTo(client, name, ask))));
  }
  return answers;
}
