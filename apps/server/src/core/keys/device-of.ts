import { createHash } from 'node:crypto';
import { describeDevice } from '#core/sign-in/describe-device.ts';
import type { Viewer } from '../viewer.ts';

/** What a request comes from. */
export interface DeviceIdentity {
  readonly deviceId: string;
  readonly name: string;
  readonly apiKeyId: string | null;
}

/**
 * The device of a request: its API key, else a hash of the user agent (section 5). A key that several devices share makes
 * them one, named after the key.
 */
export function deviceOf({ apiKey }: Pick<Viewer, 'apiKey'>, userAgent: string | null): DeviceIdentity {
  if (apiKey !== undefined) return { deviceId: `apikey:${apiKey.id}`, name: apiKey.name, apiKeyId: apiKey.id };
  const agent = userAgent?.trim() ?? '';
  if (agent === '') return { deviceId: 'unknown', name: 'Unknown device', apiKeyId: null };
  const hash = createHash('sha256').update(agent).digest('hex').slice(0, 32);
  return { deviceId: `ua:${hash}`, name: describeDevice(agent), apiKeyId: null };
}
