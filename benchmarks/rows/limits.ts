import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { type Figure, memoryMib } from '../harness/measure.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const SECONDS = 60;
/** Time to compile code and size buffers. */
const WARM_SECONDS = 15;
const USERS = 9;
const CLIENTS_EACH = 20;
const PASSWORD = 'benchmark-password';

const USER = { perSecond: 50, burst: 200 };
const ADDRESS = { perSecond: 10, burst: 50 };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Clients that share a rate limit: a user or an address. */
interface Group {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rule: { readonly perSecond: number; readonly burst: number };
  /** Whether an admitted request got the right response. */
  readonly isRight: (text: string) => boolean;
}

interface Outcome {
  admitted: number;
  refused: number;
  wrong: number;
}

function ask(url: string, agent: Agent, headers: Group['headers']): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

function isRefusal({ status, headers, text }: Answer, burst: number): boolean {
  if (status !== 429 || headers['x-ratelimit-limit'] !== String(burst)) return false;
  const body = JSON.parse(text) as { readonly error: string; readonly retry_after: number };
  const wait = Number(headers['retry-after']);
  const isOne = body.error === 'rate_limit_exceeded' && body.retry_after === wait && wait >= 1;
  return isOne && headers['x-ratelimit-remaining'] === '0';
}

/** Requests without pause until the end. */
async function requestUntil(url: string, group: Group, until: number): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcome: Outcome = { admitted: 0, refused: 0, wrong: 0 };
  while (performance.now() < until) {
    const answer = await ask(url + group.path, agent, group.headers);
    if (answer.status === 200 && group.isRight(answer.text)) outcome.admitted += 1;
    else if (isRefusal(answer, group.rule.burst)) outcome.refused += 1;
    else outcome.wrong += 1;
  }
  agent.destroy();
  return outcome;
}

/** Users with API keys and passwords in turn, and anonymous clients. */
async function makeGroups(server: ServerProcess): Promise<Group[]> {
  const anonymousGroup: Group = {
    path: '/api/v1/setup/status',
    headers: {},
    rule: ADDRESS,
    isRight: (text) => text.includes('"setupRequired":false'),
  };
  const groups = [anonymousGroup];
  for (let index = 0; index < USERS; index += 1) {
    const username = `reader-${String(index)}`;
    await server.json('/users', { method: 'POST', body: { username, password: PASSWORD, role: 'reader' } });
    const authorization = `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;
    const made = await fetch(`${server.url}/api/v1/api-keys`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"name":"Bench"}',
    });
    const { key } = (await made.json()) as { readonly key: string };
    const headers = index % 2 === 0 ? { 'x-api-key': key } : { authorization };
    const isRight = (text: string): boolean => text.includes(`"username":"${username}"`);
    groups.push({ path: '/api/v1/auth/me', headers, rule: USER, isRight });
  }
  return groups;
}

async function setLimits(server: ServerProcess): Promise<void> {
  const values = {
    anonymous_rps: ADDRESS.perSecond,
    anonymous_burst: ADDRESS.burst,
    authenticated_rps: USER.perSecond,
    authenticated_burst: USER.burst,
  };
  const updates = Object.entries(values).map(([key, value]) => ({ key: `rate_limit.${key}`, value }));
  await server.json('/admin/settings/bulk', { method: 'POST', body: { updates } });
}

/** 200 clients that request without pause for a minute, at default limits. */
export async function limits(): Promise<readonly Figure[]> {
  await using server = await startServerProcess(workFolder('limits-data'));
  const groups = await makeGroups(server);
  await setLimits(server);
  const start = performance.now();
  const until = start + SECONDS * 1_000;
  const warm = new Promise<number>((resolve) => {
    setTimeout(() => resolve(memoryMib(server.pid).now), WARM_SECONDS * 1_000);
  });
  const outcomes = await Promise.all(
    groups.map(async (group) =>
      Promise.all(Array.from({ length: CLIENTS_EACH }, async () => requestUntil(server.url, group, until))),
    ),
  );
  const seconds = (performance.now() - start) / 1_000;
  const all = outcomes.flat();
  const sum = (what: keyof Outcome): number => all.reduce((total, outcome) => total + outcome[what], 0);
  const allowed = groups.reduce((total, { rule }) => total + rule.burst + rule.perSecond * seconds, 0);
  const row = 'limits';
  const note = `${String(sum('refused'))} refused`;
  return [
    { row, what: 'wrong answers to 200 clients in 60 s', ours: sum('wrong'), unit: 'answers', goal: 0, runs: 1 },
    {
      row,
      what: 'requests let through, against those allowed',
      ours: sum('admitted'),
      floor: allowed,
      unit: 'requests',
      goal: 1,
      runs: 1,
      note,
    },
    {
      row,
      what: 'resident memory after 60 s, against after 15 s',
      ours: memoryMib(server.pid).now,
      floor: await warm,
      unit: 'MiB',
      goal: 1.1,
      runs: 1,
    },
  ];
}
