import { type CallInput, type Permission, PERMISSIONS } from '@lectern/contract';
import { type AccountRights, addAccount as addNamed, enterAs } from './add-account.ts';
import { type Client, createClient } from './client.ts';
import { enterAsGuest } from './enter-as-guest.ts';
import { openShare } from './open-share.ts';
import type { Subject } from './probe.ts';
import type { TestServer } from './start-server.ts';

/** Two libraries, of which people see the first; in the second everything bears a tag and is for adults. */
export interface DividedWorld {
  readonly server: TestServer;
  readonly admin: Client;
  readonly open: Subject;
  readonly hidden: Subject;
  /** Ids of sharing tags: of all that is open, and of all that is hidden. */
  readonly tags: { readonly open: string; readonly hidden: string };
}

/** One way to be a person. */
export interface Person {
  readonly fetch: Client['fetch'];
  /**
   * What is hidden from them: the whole library, or its series, while the library shows.
   * Of `everything` they are refused every route that needs an account.
   */
  readonly lacks: 'library' | 'series' | 'everything';
  /** Who leaves traces in what is hidden later; undefined for people that nothing is kept of. */
  readonly traces?: Client;
  /** Hides it. */
  readonly hide: () => Promise<unknown>;
}

/** Everything but to administer the server. */
const MOST: Permission[] = PERMISSIONS.filter((permission) => permission !== 'SystemAdmin');
const TEENAGER = { maxAge: 16, showsUnrated: true };
const CHILD = { maxAge: 12, showsUnrated: false };

let counter = 0;

async function addAccount(world: DividedWorld, rights: AccountRights = {}) {
  counter += 1;
  return await addNamed(world, `person ${String(counter)}`, rights);
}

async function limit({ admin }: DividedWorld, id: string, body: AccountRights): Promise<unknown> {
  return await admin.call('updateUser', { params: { id }, body });
}

function withCookie({ url }: TestServer, cookie: string): Client['fetch'] {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    headers.set('sec-fetch-site', 'same-origin');
    return fetch(url + path, { ...init, headers });
  };
}

type Hiding = readonly [lacks: 'library' | 'series', hide: (world: DividedWorld, id: string) => Promise<unknown>];

/** A person with an account, whom admins limit. */
function limited(lacks: Hiding[0], rights: AccountRights, hide: Hiding[1]) {
  return async (world: DividedWorld): Promise<Person> => {
    const { id, client } = await addAccount(world, rights);
    return { fetch: client.fetch, lacks, traces: client, hide: async () => hide(world, id) };
  };
}

const seesOpenLibrary = async (world: DividedWorld, id: string) =>
  limit(world, id, { libraryIds: [world.open.libraryId] });

const grant =
  (accessMode: 'allow' | 'deny') =>
  async ({ admin, tags }: DividedWorld, id: string): Promise<unknown> =>
    admin.call('setUserSharingTag', {
      params: { id },
      body: { sharingTagId: accessMode === 'allow' ? tags.open : tags.hidden, accessMode },
    });

async function joinGroup({ admin }: DividedWorld, id: string, rights: object) {
  counter += 1;
  const group = await admin.call('createAccessGroup', { body: { name: `Group ${String(counter)}`, ...rights } });
  await admin.call('addAccessGroupMembers', { params: group, body: { userIds: [id] } });
  return group;
}

/** A session of a parent in which a child profile is open. */
function makeChild(
  lacks: 'library' | 'series',
  hide: (world: DividedWorld, parentId: string, id: string) => Promise<unknown>,
) {
  return async (world: DividedWorld): Promise<Person> => {
    const { id: parentId, client } = await addAccount(world, { permissions: MOST });
    const child = await client.call('createChildProfile', { body: { name: 'Mia' } });
    await client.call('openChildProfile', { params: child });
    return { fetch: client.fetch, lacks, traces: client, hide: async () => hide(world, parentId, child.id) };
  };
}

async function addEditor(world: DividedWorld): Promise<Person> {
  const { roles } = await world.admin.call('listRoles', {});
  const editor = roles.find(({ name }) => name === 'Editor');
  return await limited('library', { customRoleId: editor?.id ?? '' }, seesOpenLibrary)(world);
}

/** A role that admins made of a few permissions. */
function withRole(permissions: CallInput<'createRole'>['body']['permissions'], ...[lacks, hide]: Hiding) {
  return async (world: DividedWorld): Promise<Person> => {
    counter += 1;
    const body = { name: `Role ${String(counter)}`, permissions };
    const { id: customRoleId } = await world.admin.call('createRole', { body });
    const { id, client } = await addAccount(world, { permissions: MOST });
    // What is left behind takes more than the role allows.
    const hideAll = async () => {
      await limit(world, id, { permissions: [], customRoleId });
      return await hide(world, id);
    };
    return { fetch: client.fetch, lacks, traces: client, hide: hideAll };
  };
}

async function addGuest({ server, admin, open }: DividedWorld): Promise<Person> {
  await admin.call('updateSetting', { params: { key: 'guests.library' }, body: { value: open.libraryId } });
  const { status, fetch: ask } = await enterAsGuest(server);
  if (status !== 204) throw new Error(`Expected a guest, found ${String(status)}`);
  return { fetch: ask, lacks: 'library', hide: async () => undefined };
}

/** A key for a few permissions, of an account that has all. */
function keyFor(permissions: Permission[], lacks: 'library' | 'series', hide: typeof seesOpenLibrary) {
  return async (world: DividedWorld): Promise<Person> => {
    const { id, client } = await addAccount(world, { permissions: MOST });
    const { key } = await client.call('createApiKey', { body: { name: 'Key', permissions } });
    const { fetch: ask } = createClient(world.server, key);
    return { fetch: ask, lacks, traces: client, hide: async () => hide(world, id) };
  };
}

/** A session of its own: the one of the admin goes on meanwhile. */
async function enterAsAdmin({ server, admin }: DividedWorld): Promise<Client> {
  const { id } = await admin.call('getCurrentUser', {});
  return await enterAs(server, id);
}

async function addLookingAdmin(world: DividedWorld): Promise<Person> {
  const { id, client } = await addAccount(world, { permissions: MOST });
  const viewer = await enterAsAdmin(world);
  await viewer.call('beginAccountView', { params: { id } });
  return { fetch: viewer.fetch, lacks: 'library', traces: client, hide: async () => seesOpenLibrary(world, id) };
}

async function addVisitor({ server, admin, open }: DividedWorld): Promise<Person> {
  await admin.call('updateSetting', { params: { key: 'sharing.links' }, body: { value: 'anyone' } });
  const body = { kind: 'book', targetId: open.bookId, audience: 'anyone' } as const;
  const { url } = await admin.call('createShare', { body });
  const { status, cookie } = await openShare(server, url.split('#')[1] ?? '');
  if (status !== 200) throw new Error(`Expected an open link, found ${String(status)}`);
  return { fetch: withCookie(server, cookie), lacks: 'everything', hide: async () => undefined };
}

async function addDeactivated(world: DividedWorld): Promise<Person> {
  const { id, client } = await addAccount(world, { permissions: MOST });
  const hide = async () => limit(world, id, { isActive: false });
  return { fetch: client.fetch, lacks: 'everything', traces: client, hide };
}

async function addChildOfDeactivated(world: DividedWorld): Promise<Person> {
  const child = await makeChild('library', async (_world, parentId) => limit(world, parentId, { isActive: false }))(
    world,
  );
  return { ...child, lacks: 'everything' };
}

/** Every kind of person. A new one is asked at every door of `tests/access/people-leaks.test.ts`. */
export const PEOPLE: Readonly<Record<string, (world: DividedWorld) => Promise<Person>>> = {
  'a reader of one library': limited('library', {}, seesOpenLibrary),
  'who may do most in one library': limited('library', { permissions: MOST }, seesOpenLibrary),
  'a reader with an allowed tag': limited('series', {}, grant('allow')),
  'who may do most, with a denied tag': limited('series', { permissions: MOST }, grant('deny')),
  'a teenager, who sees unrated series': limited('series', {}, async (world, id) =>
    limit(world, id, { ageLimit: TEENAGER }),
  ),
  'who may do most up to an age': limited('series', { permissions: MOST }, async (world, id) =>
    limit(world, id, { ageLimit: CHILD }),
  ),
  'a member of a group with a library': limited('library', { permissions: MOST }, async (world, id) => {
    await limit(world, id, { libraryIds: [] });
    return await joinGroup(world, id, { libraryIds: [world.open.libraryId] });
  }),
  'a member of a group with an age': limited('series', {}, async (world, id) =>
    joinGroup(world, id, { ageLimit: TEENAGER }),
  ),
  'a member of a group with a denied tag': limited('series', {}, async (world, id) => {
    const body = { sharingTagId: world.tags.hidden, accessMode: 'deny' } as const;
    const params = await joinGroup(world, id, {});
    return await world.admin.call('setAccessGroupGrant', { params, body });
  }),
  'an editor of one library': addEditor,
  'a role that changes metadata, with a denied tag': withRole(
    ['LibrariesRead', 'SeriesRead', 'BooksRead', 'MetadataWrite'],
    'series',
    grant('deny'),
  ),
  'a role that looks after tasks and files of one library': withRole(
    ['LibrariesRead', 'LibrariesWrite', 'SeriesRead', 'BooksRead', 'BooksDelete', 'TasksRead', 'TasksWrite'],
    'library',
    seesOpenLibrary,
  ),
  'an admin with an age limit': limited('series', { role: 'admin' }, async (world, id) =>
    limit(world, id, { ageLimit: TEENAGER }),
  ),
  'a child profile with an age limit': makeChild('series', async (world, _parentId, id) =>
    limit(world, id, { ageLimit: CHILD }),
  ),
  'a child profile of a parent with a denied tag': makeChild('series', grant('deny')),
  'a child profile of a parent of one library': makeChild('library', seesOpenLibrary),
  'a key that reads one library': keyFor(['LibrariesRead', 'SeriesRead', 'BooksRead'], 'library', seesOpenLibrary),
  'a key that sees work, with a denied tag': keyFor(
    ['TasksRead', 'SystemHealth', 'BooksRead'],
    'series',
    grant('deny'),
  ),
  'an admin who looks as a reader of one library': addLookingAdmin,
  'a guest': addGuest,
  'a visitor with a link': addVisitor,
  'a deactivated account': addDeactivated,
  'a child profile of a deactivated account': addChildOfDeactivated,
};
