import { createHmac } from 'node:crypto';
import type { NoticeTargetType } from '@lectern/contract';
import type { OutgoingMessage } from '#net/message-sender.ts';
import type { Notice } from './describe-notice.ts';

/** A notice about to be sent. */
export interface Outgoing {
  readonly notice: Notice;
  /** The same for every attempt, so that a receiver can ignore repetitions. */
  readonly deliveryId: string;
  readonly serverName: string;
  /** Public address without trailing slash; empty when it is not configured. */
  readonly publicUrl: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Address and secret of a target that takes requests. */
export interface TargetAddress {
  readonly url: string;
  readonly secret: string | undefined;
}

type Format = (address: TargetAddress, outgoing: Outgoing) => OutgoingMessage;

const JSON_TYPE = { 'content-type': 'application/json' };
const MAX_DISCORD = 2_000;
/** ntfy turns longer messages into a file. */
const MAX_NTFY = 3_000;
const GOTIFY_PRIORITY = 5;

/** Address of the page of a notice; undefined without a public address. */
export function buildLink({ publicUrl, notice }: Pick<Outgoing, 'publicUrl' | 'notice'>): string | undefined {
  return publicUrl === '' ? undefined : publicUrl + notice.path;
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** `sha256=` and the HMAC of `timestamp.body` in hex. */
export function signBody(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

const formatWebhook: Format = ({ url, secret }, outgoing) => {
  const { notice, deliveryId, serverName, now, publicUrl } = outgoing;
  const body = JSON.stringify({
    id: deliveryId,
    kind: notice.kind,
    title: notice.title,
    text: notice.lines.join('\n'),
    server: serverName,
    url: buildLink(outgoing) ?? null,
    sentAt: new Date(now).toISOString(),
    books: (notice.books ?? []).map((book) => ({
      ...book,
      url: publicUrl === '' ? null : `${publicUrl}/book/${book.id}`,
    })),
  });
  const timestamp = String(Math.floor(now / 1_000));
  const signature = secret === undefined ? {} : { 'x-lectern-signature': signBody(secret, timestamp, body) };
  const headers = { 'x-lectern-delivery': deliveryId, 'x-lectern-timestamp': timestamp, ...signature };
  return { url, body, headers: { ...JSON_TYPE, ...headers } };
};

/** The topic is the last part of the address; the message goes to what is before it. */
const formatNtfy: Format = ({ url, secret }, outgoing) => {
  const { notice } = outgoing;
  const base = new URL(url);
  const parts = base.pathname.split('/').filter((part) => part !== '');
  const topic = parts.pop() ?? '';
  base.pathname = `/${parts.join('/')}`;
  base.search = '';
  const click = buildLink(outgoing);
  const message = clip(notice.lines.join('\n'), MAX_NTFY);
  const body = {
    topic: decodeURIComponent(topic),
    title: notice.title,
    message,
    ...(click === undefined ? {} : { click }),
  };
  const authorization = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  return { url: base.href, body: JSON.stringify(body), headers: { ...JSON_TYPE, ...authorization } };
};

const formatGotify: Format = ({ url, secret }, outgoing) => {
  const { notice } = outgoing;
  const click = buildLink(outgoing);
  const extras = click === undefined ? {} : { extras: { 'client::notification': { click: { url: click } } } };
  const body = { title: notice.title, message: notice.lines.join('\n'), priority: GOTIFY_PRIORITY, ...extras };
  const headers = { ...JSON_TYPE, ...(secret === undefined ? {} : { 'x-gotify-key': secret }) };
  return { url: `${url.replace(/\/+$/, '')}/message`, body: JSON.stringify(body), headers };
};

const formatDiscord: Format = ({ url }, outgoing) => {
  const { notice } = outgoing;
  const link = buildLink(outgoing);
  const text = [`**${notice.title}**`, ...notice.lines, ...(link === undefined ? [] : [link])].join('\n');
  // A title with @everyone in it must call no one.
  const body = { content: clip(text, MAX_DISCORD), allowed_mentions: { parse: [] } };
  return { url, body: JSON.stringify(body), headers: JSON_TYPE };
};

/** The request of each type of target; mail is sent by the mailer. */
export const TARGET_FORMATS: Readonly<Record<Exclude<NoticeTargetType, 'mail'>, Format>> = {
  webhook: formatWebhook,
  ntfy: formatNtfy,
  gotify: formatGotify,
  discord: formatDiscord,
};
