import { mark } from '#words/say.ts';
import { z } from 'zod';
import { isBasePath, isContact, isNetwork, isProxy, isTimeZone } from './value-checks.ts';

/** Which groups elsewhere give a role. */
const ROLE_GROUPS = {
  maintainerGroups: z.array(z.string().min(1)).default([]).describe('Groups whose members become maintainers.'),
  adminGroups: z.array(z.string().min(1)).default([]).describe('Groups whose members become admins.'),
};

/**
 * Everything an operator can set before the start. Keys are snake_case in the file and the environment;
 * `docs/configuration.md` is generated from this table.
 */
export const ConfigSchema = z.object({
  dataDir: z
    .string()
    .min(1)
    .default('data')
    .describe(
      'Folder for the database, covers and the signing secret, made when missing. A relative path counts from the folder the server is started in; a leading `~` is the home folder.',
    ),
  server: z.object({
    host: z
      .string()
      .min(1)
      .default('127.0.0.1')
      .describe('Address to listen on. `0.0.0.0` or `::` listens on every network of the machine.'),
    port: z.int().min(0).max(65535).default(8080).describe('Port to listen on; 0 takes a free one.'),
    publicUrl: z
      .url({ protocol: /^https?$/, error: 'must be an address like https://books.example.org' })
      .optional()
      .describe(
        'Where people reach the server, such as `https://books.example.org`; for the links in mails and catalogs. It ends in the path of `server.base_path`, if there is one.',
      ),
    basePath: z
      .string()
      .transform((path) => path.replace(/\/+$/, ''))
      .refine(
        (path) => path === '' || isBasePath(path),
        'must be a path such as /lectern, without the names of the API',
      )
      .default('')
      .describe(
        'Path below which people reach the server, such as `/lectern`, where a reverse proxy serves other programs on the same name. The proxy may remove the path or keep it. Without it the path of `server.public_url` counts. A trusted proxy may state another one in `X-Forwarded-Prefix`.',
      ),
    tls: z.object({
      mode: z
        .enum(['files', 'local'])
        .default('files')
        .describe(
          '`files`: https with the certificate in `server.tls.cert`, or http without one. `local`: https with a certificate of an authority that the server makes itself; devices install that authority once.',
        ),
      cert: z
        .string()
        .min(1)
        .optional()
        .describe(
          'File with the certificate of the server and those that signed it (PEM). The server loads it again when it changes.',
        ),
      key: z
        .string()
        .min(1)
        .optional()
        .describe('File with the private key of that certificate (PEM), without a password.'),
      redirectPort: z
        .int()
        .min(0)
        .max(65535)
        .optional()
        .describe(
          'Port for plain http, where every request is sent to https. With a local authority its page is there, too. 0 takes a free one.',
        ),
      hstsSeconds: z
        .int()
        .min(0)
        .max(63_072_000)
        .default(31_536_000)
        .describe(
          'How long browsers use nothing but https for this host after an answer over https (`Strict-Transport-Security`), also behind a proxy; with 0 they are not told. A server with a local authority never tells them, because a device must be able to fetch a new one by http.',
        ),
    }),
    allowedHosts: z
      .array(
        z
          .string()
          .regex(
            /^(\*|(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*)$/i,
            'must hold names such as nas.example.org, *.example.org, or *',
          ),
      )
      .default([])
      .describe(
        'Names by which people reach the server, besides that of `server.public_url`: `nas.example.org`, `*.example.org` for all below it, `*` for every name. Numbers, names without a dot, and endings of private networks (`.local`, `.lan`, `.home.arpa`, `.internal`) need no entry. By any other name the first account cannot be made, and catalogs leave the name out of their links.',
      ),
    securityContact: z
      .string()
      .refine(isContact, 'must be an address such as security@example.org or https://example.org/security')
      .optional()
      .describe(
        'Where to report a security problem of this server: a mail address, or the address of a page (https). `/.well-known/security.txt` shows it to everyone, and is not there without it.',
      ),
    securityPolicy: z
      .url({ protocol: /^https$/, error: 'must be an address like https://example.org/security' })
      .optional()
      .describe('Page that says how such reports are handled, which `/.well-known/security.txt` names.'),
    trustedProxies: z
      .array(z.string().refine(isProxy, 'must hold addresses, networks such as 10.0.0.0/8, or loopback'))
      .default([])
      .describe(
        'Addresses or networks (`10.0.0.0/8`) of reverse proxies whose `X-Forwarded-*` headers are believed; `loopback` is this machine.',
      ),
    maxConnectionsPerAddress: z
      .int()
      .min(1)
      .max(100_000)
      .default(256)
      .describe(
        'Connections that an address may have at a time, or an IPv6 network of 64 bits; more are closed at once. This machine and trusted proxies may have any number.',
      ),
    maxStreamsPerUser: z
      .int()
      .min(1)
      .max(100_000)
      .default(20)
      .describe(
        'Streams of events that a user may have open at a time, with all tabs and apps together; more are refused.',
      ),
    requestTimeoutSeconds: z
      .int()
      .min(1)
      .max(3600)
      .default(60)
      .describe(
        'How long a request may take to arrive, uploads included; who sends more slowly is let go. Its head has half a minute at most.',
      ),
    stopTimeoutSeconds: z
      .int()
      .min(0)
      .max(600)
      .default(10)
      .describe('How long open requests and running tasks may take to end when the server stops.'),
  }),
  database: z.object({
    url: z
      .string()
      .regex(/^(postgres|postgresql):\/\/.+/, 'must be an address like postgres://user:password@host/name')
      .optional()
      .describe('PostgreSQL to use. Without it Lectern keeps a SQLite file, `lectern.db`, in the data folder.'),
    poolSize: z.int().min(1).max(200).default(10).describe('Connections to PostgreSQL.'),
    preparedStatements: z
      .boolean()
      .default(true)
      .describe(
        'Have PostgreSQL keep the queries that come often, which it then plans once. A pooler in between that hands connections on after each transaction has to keep them too (PgBouncer: `max_prepared_statements`); with one that does not, Lectern stops by itself at the first query that is refused, and `false` saves that one.',
      ),
  }),
  backups: z.object({
    folder: z
      .string()
      .min(1)
      .optional()
      .describe('Folder of backups; `backups` in the data folder unless given. Another disk is best.'),
    passphrase: z
      .string()
      .min(8, 'must have at least 8 characters')
      .optional()
      .describe('Encrypts backups that the server makes. Keep it elsewhere, too: without it they are lost.'),
  }),
  auth: z.object({
    jwtSecret: z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe('Secret that signs sessions. Without it one is made once, in `jwt-secret` of the data folder.'),
    sessionHours: z.int().min(1).max(8760).default(24).describe('How long a sign-in lasts.'),
    refreshDays: z
      .int()
      .min(0)
      .max(365)
      .default(30)
      .describe(
        'How long a sign-in goes on without its password when the app renews it in time; with 0 no sign-in is renewed.',
      ),
    maxSessionDays: z
      .int()
      .min(0)
      .max(3650)
      .default(365)
      .describe('After how many days a sign-in ends, however often it was renewed; with 0 it can be renewed forever.'),
    cookieSecure: z
      .boolean()
      .default(false)
      .describe('Always mark the session cookie `Secure`. It is marked in any case when a request comes over https.'),
    privateNetworks: z
      .array(z.string().refine(isNetwork, 'must hold addresses, networks such as 192.168.1.0/24, or loopback'))
      .default([])
      .describe(
        'Addresses or networks (`192.168.1.0/24`), or `loopback`, where sign-in providers may be besides the public Internet. Only there a provider may use plain http.',
      ),
    oidc: z.object({
      issuer: z
        .url({ protocol: /^https?$/, error: 'must be an address like https://id.example.org' })
        .optional()
        .describe(
          'Address of a sign-in provider (OpenID Connect), as the provider states it. Admins may add more providers in the settings.',
        ),
      name: z
        .string()
        .regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'must be small letters, digits and hyphens, at most 40')
        .refine((name) => name !== 'proxy', 'must not be proxy: that means sign-ins by a header')
        .default('oidc')
        .describe(
          'Name of the provider in addresses: the provider sends browsers to `/api/v1/auth/oidc/<name>/callback`.',
        ),
      displayName: z
        .string()
        .min(1)
        .max(100)
        .default('OpenID Connect')
        .describe('Name of the provider on the sign-in page.'),
      clientId: z.string().min(1).optional().describe('Name of this server at the provider.'),
      clientSecret: z.string().min(1).optional().describe('Secret of this server at the provider, if it has one.'),
      scopes: z.array(z.string().min(1)).default(['openid', 'profile', 'email']).describe('What the server asks for.'),
      usernameClaim: z.string().min(1).default('preferred_username').describe('Claim with the name of a new account.'),
      groupsClaim: z.string().min(1).default('groups').describe('Claim with the groups of a user.'),
      createAccounts: z.boolean().default(false).describe('Whether a first sign-in makes an account.'),
      linkByEmail: z
        .boolean()
        .default(false)
        .describe(
          'Whether a first sign-in opens the account with the same e-mail address, when both sides confirmed it. Never for an admin.',
        ),
      memberGroups: z
        .array(z.string().min(1))
        .default([])
        .describe('Groups whose members may sign in, besides those of the next two. Without any everyone may.'),
      ...ROLE_GROUPS,
      sessionHours: z
        .int()
        .min(1)
        .max(8760)
        .default(24)
        .describe('How long a session lasts until the provider is asked again.'),
      logOut: z.boolean().default(false).describe('Whether a sign-out here signs out at the provider as well.'),
    }),
    proxy: z.object({
      addresses: z
        .array(z.string().refine(isProxy, 'must hold addresses, networks such as 10.0.0.0/8, or loopback'))
        .default([])
        .describe(
          'Addresses or networks of proxies (Authelia, Authentik) that say who a user is. Without any no header signs anyone in. Such a proxy must remove these headers from what browsers send.',
        ),
      userHeader: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header')
        .default('Remote-User')
        .describe('Header with the user name.'),
      emailHeader: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header')
        .default('Remote-Email')
        .describe('Header with the e-mail address, which a new account gets.'),
      groupsHeader: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header')
        .default('Remote-Groups')
        .describe('Header with the groups, separated by `|`, or by commas where there is none.'),
      createAccounts: z.boolean().default(false).describe('Whether a first sign-in makes an account.'),
      linkByName: z
        .boolean()
        .default(false)
        .describe('Whether a first sign-in opens the account with the same name. Never that of an admin.'),
      ...ROLE_GROUPS,
      sessionHours: z
        .int()
        .min(1)
        .max(8760)
        .default(24)
        .describe('How long a session lasts until the proxy is asked again.'),
    }),
  }),
  api: z.object({
    enableApiDocs: z.boolean().default(false).describe('Serve the interactive documentation of the API.'),
    apiDocsPath: z
      .string()
      .regex(/^\/[\w./-]*[\w-]$/, 'must be a path like /docs')
      .refine((path) => !/^\/(api\/v1|assets|health)(\/|$)/.test(path), 'must not be a path of the API or the web app')
      .default('/docs')
      .describe('Where it is served, besides `/api/docs`; the description itself is at `<path>/openapi.json`.'),
  }),
  mail: z.object({
    host: z
      .string()
      .min(1)
      .optional()
      .describe('SMTP server that takes the mails of Lectern. Without it none is sent.'),
    port: z.int().min(1).max(65535).default(587).describe('Its port.'),
    security: z
      .enum(['starttls', 'tls', 'none'])
      .default('starttls')
      .describe('`starttls` (usual on port 587), `tls` (usual on port 465), or `none`, for a server on this machine.'),
    caFile: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with certificates (PEM) to trust besides those that the system trusts: that of a mail server which signed its own, or of whoever signed it.',
      ),
    username: z.string().min(1).optional().describe('Name to sign in with there, if it asks for one.'),
    password: z.string().min(1).optional().describe('Password to sign in with there.'),
    from: z
      .string()
      .regex(/^[^\p{Cc}]*[^\s@]+@[^\s@]+$/u, 'must be an address, or a name with an address in <>')
      .optional()
      .describe('Sender of the mails: `lectern@example.org` or `Lectern <lectern@example.org>`.'),
  }),
  files: z.object({
    roots: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Folders that administrators may look through, and below which libraries can be added; links that lead out of them are not followed. Users with the permission `LibrariesWrite` may add libraries there too. Without any, administrators choose among all folders of the machine that the server may read, and nobody else chooses. The data folder is never one.',
      ),
  }),
  log: z.object({
    level: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe(mark('The least important messages to log.')),
    format: z
      .enum(['auto', 'pretty', 'json'])
      .default('auto')
      .describe('`auto`: readable on a terminal, one JSON object a line elsewhere.'),
  }),
  rateLimit: z.object({
    enabled: z
      .boolean()
      .default(true)
      .describe(
        mark(
          'Limits how many requests a client can send. Pictures count as a tenth; events and `/health` do not count.',
        ),
      ),
    anonymousRps: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(10)
      .describe(mark('How many requests per second an address can send over time without signing in.')),
    anonymousBurst: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(50)
      .describe(mark('How many requests an address can send at once after a pause without signing in.')),
    authenticatedRps: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(50)
      .describe(mark('How many requests per second an account can send over time, with all its devices together.')),
    authenticatedBurst: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(200)
      .describe(mark('How many requests an account can send at once after a pause.')),
  }),
  tasks: z.object({
    workers: z
      .int()
      .min(0)
      .max(64)
      .default(0)
      .describe(
        mark('How many background tasks run at the same time. 0 means one for each processor, but at least 2.'),
      ),
    retentionDays: z.int().min(1).max(3650).default(30).describe(mark('How long finished tasks stay in the list.')),
    reserveMegabytes: z
      .int()
      .min(0)
      .max(10_000_000)
      .default(200)
      .describe(
        mark(
          'How much space background tasks leave free on the disk of the data folder. With less space they wait, so that people can still save changes.',
        ),
      ),
  }),
  scheduler: z.object({
    timezone: z
      .string()
      .refine(isTimeZone, 'must be an IANA time zone such as Europe/Paris')
      .default('UTC')
      .describe(mark('Time zone of schedules, such as `Europe/Paris`. A library can have its own.')),
  }),
  scanner: z.object({
    watch: z
      .boolean()
      .default(true)
      .describe(
        'Notice new and changed files by watching the folders of libraries. Each library can be switched off by itself.',
      ),
    massRemovalGuard: z
      .int()
      .min(0)
      .max(100)
      .default(20)
      .describe(
        mark(
          'Share of a library that can go missing within a day before a scan asks what to do. 0 asks about any two books, 100 only when every book is missing.',
        ),
      ),
  }),
  releases: z.object({
    privateNetworks: z
      .array(z.string().refine(isNetwork, 'must hold addresses, networks such as 192.168.1.0/24, or loopback'))
      .default([])
      .describe(
        'Addresses or networks (`192.168.1.0/24`), or `loopback`, that feeds of releases may be read from besides the public Internet.',
      ),
  }),
  images: z.object({
    cacheMegabytes: z
      .int()
      .min(16)
      .max(1_000_000)
      .default(2_048)
      .describe('How much the pages that were resized or converted may take on disk; the longest unused go first.'),
    unpackedMegabytes: z
      .int()
      .min(16)
      .max(1_000_000)
      .default(2_048)
      .describe(
        'How much the pages of solid RAR archives may take on disk. Such a book is unpacked once, when it is first opened; the longest unused go first.',
      ),
  }),
});

/** The validated configuration. */
export type Config = z.output<typeof ConfigSchema>;
