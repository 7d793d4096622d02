import type { DatabaseLocation } from '../open.ts';
import { connectForDump } from './connect.ts';
import { hasTable, quote } from './list-tables.ts';

/** Each row opens something for its bearer, for a short time. */
const PASSING = ['mailToken', 'rememberedBrowser'];
/** Rows that an entry of the audit log says to be revoked, by the action of the entry. Ids are never given twice. */
const REVOKED = { api_key_revoked: 'apiKey', invitation_deleted: 'invitation', share_deleted: 'share' } as const;

/**
 * Ends every session and its view of another account, deletes links of mails and remembered browsers, and deletes the keys, invitations and shared links that the
 * audit log says to be revoked. Tables of an earlier release may be missing.
 */
export async function endStanding(location: DatabaseLocation): Promise<void> {
  await using connection = await connectForDump(location, 'write');
  const now = String(Date.now());
  if (await hasTable(connection, 'session')) {
    await connection.query(`update "session" set "endedAt" = ${now} where "endedAt" is null`);
  }
  if (await hasTable(connection, 'accountView')) {
    const end = `case when "endsAt" < ${now} then "endsAt" else ${now} end`;
    await connection.query(`update "accountView" set "endedAt" = ${end} where "endedAt" is null`);
  }
  for (const name of PASSING) {
    if (await hasTable(connection, name)) await connection.query(`delete from ${quote(name)}`);
  }
  if (!(await hasTable(connection, 'auditEntry'))) return;
  for (const [action, name] of Object.entries(REVOKED)) {
    if (!(await hasTable(connection, name))) continue;
    await connection.query(
      `delete from ${quote(name)} where "id" in (select "targetId" from "auditEntry" where "action" = '${action}')`,
    );
  }
}
