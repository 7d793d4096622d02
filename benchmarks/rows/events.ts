import { setTimeout as sleep } from 'node:timers/promises';
import { openEventClients } from '../harness/event-clients.ts';
import { startFloor } from '../harness/floor-process.ts';
import { cpuSeconds, type Figure, median, memoryMib } from '../harness/measure.ts';
import { startServerProcess } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const CLIENTS = 1_000;
const RUNS = 3;
const EVENTS = 60;
const PAUSE_MS = 100;

interface Target {
  readonly pid: number;
  readonly stream: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Causes one event. */
  readonly tell: () => Promise<void>;
}

/** CPU milliseconds of `EVENTS` events, ten a second. */
async function measureEventCpu({ pid, tell }: Target, received: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(pid);
  for (let count = 0; count < EVENTS; count += 1) {
    await tell();
    await Promise.all([received(), sleep(PAUSE_MS)]);
  }
  return (cpuSeconds(pid) - before) * 1_000;
}

/** Cost of an event with all clients, less its cost without any. */
async function measure(target: Target): Promise<{ readonly cpuMs: number; readonly kibEach: number }> {
  const alone = await measureEventCpu(target, async () => undefined);
  const memoryBefore = memoryMib(target.pid).now;
  using clients = await openEventClients(target.stream, CLIENTS, target.headers);
  const crowded = await measureEventCpu(target, async () => clients.received(1));
  const kibEach = ((memoryMib(target.pid).now - memoryBefore) * 1024) / CLIENTS;
  return { cpuMs: (crowded - alone) / EVENTS, kibEach };
}

/** 1,000 clients of one stream, ten events a second. */
export async function events(): Promise<readonly Figure[]> {
  const cpu = { ours: [] as number[], floor: [] as number[] };
  const memory = { ours: [] as number[], floor: [] as number[] };
  for (let run = 0; run < RUNS; run += 1) {
    await using server = await startServerProcess(workFolder('events-data'), ['--server-max-streams-per-user', '2000']);
    await using floor = await startFloor('event-server.ts', '');
    const body = { name: 'Books', path: workFolder('events-books') };
    const { id } = await server.json<{ readonly id: string }>('/libraries', { method: 'POST', body });
    const bare = await measure({
      pid: floor.pid,
      stream: `${floor.url}/stream`,
      headers: {},
      tell: async () => {
        await (await fetch(floor.url, { method: 'PUT', body: '{}' })).text();
      },
    });
    const own = await measure({
      pid: server.pid,
      stream: `${server.url}/api/v1/events/stream`,
      headers: server.headers,
      tell: async () => {
        await server.json(`/libraries/${id}`, { method: 'PUT', body: { description: String(Date.now()) } });
      },
    });
    cpu.floor.push(bare.cpuMs);
    cpu.ours.push(own.cpuMs);
    memory.floor.push(bare.kibEach);
    memory.ours.push(own.kibEach);
  }
  const shared = { row: 'events', runs: RUNS };
  return [
    {
      ...shared,
      what: 'CPU of one event to 1,000 clients, against a bare broadcast',
      ours: median(cpu.ours),
      floor: median(cpu.floor),
      unit: 'ms',
      goal: 1.3,
    },
    {
      ...shared,
      what: 'memory a client',
      ours: median(memory.ours),
      unit: 'KiB',
      goal: 50,
      note: `bare broadcast ${median(memory.floor).toFixed(1)} KiB`,
    },
  ];
}
