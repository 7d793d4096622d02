import type { FastifyRequest } from 'fastify';
import type { Origin } from '#core/audit/origin.ts';
import { shownAddress } from '#core/people/client-address.ts';
import { describeDevice } from '#core/people/describe-device.ts';

/** Where a request comes from, for the audit log. */
export function readOrigin({ ip, headers }: FastifyRequest): Origin {
  const userAgent = headers['user-agent'];
  return {
    ipAddress: shownAddress(ip) ?? null,
    device: userAgent === undefined ? null : describeDevice(userAgent.slice(0, 512)),
  };
}
