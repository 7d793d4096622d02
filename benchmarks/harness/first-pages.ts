import { spawnSync } from 'node:child_process';

/** Milliseconds per address, requested in sequence like page turns. */
export async function pageTimes(urls: readonly string[], headers: Readonly<Record<string, string>>): Promise<number[]> {
  const times: number[] = [];
  for (const url of urls) {
    const begin = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}`);
    times.push(performance.now() - begin);
  }
  return times;
}

/**
 * Milliseconds of a command that writes one page to stdout, with its start.
 * @throws when it fails
 */
export function commandTime(command: string, args: readonly string[]): number {
  const begin = performance.now();
  const { status, stderr } = spawnSync(command, args, { maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr.toString()}`);
  return performance.now() - begin;
}

/** The first installed command. */
export function findCommand<Name extends string>(names: readonly Name[]): Name {
  const found = names.find((name) => spawnSync('which', [name]).status === 0);
  if (found === undefined) throw new Error(`None of these is installed: ${names.join(', ')}`);
  return found;
}
