/** The walls of the house. Each comment says what to do instead; scripts/walls.test.ts makes every one of them fire. */
const S = '^apps/server/src/';
const W = '^apps/web/src/';
const DOORS = 'http/(api|opds1|opds2|komga|koreader)/';
const TESTS = '([.]test(-d)?[.]tsx?$|[.]e2e[.]ts$|/tests/|/e2e/|(^|/)fixtures/)';
const ORDER = 'app > features > entities > ui > lib.';

const wall = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

module.exports = {
  forbidden: [
    wall('no-circle', 'Move the shared part down one layer.', {}, { circular: true }),
    wall('resolvable', 'Import does not resolve.', {}, { couldNotResolve: true }),
    wall(
      'contract-knows-nobody',
      'Imported by all, so it imports only itself and npm.',
      { path: '^packages/contract/' },
      { path: '^(packages/(?!contract/)|apps/)' },
    ),
    wall(
      'formats-knows-nobody',
      'Bytes in, plain data out. No db, http, config, log.',
      { path: '^packages/formats/' },
      { path: '^(packages/(?!formats/)|apps/)' },
    ),
    wall(
      'formats-are-strangers',
      'What two containers share lives in the package root.',
      { path: '^packages/formats/src/(zip|rar|tar|sevenzip)/' },
      {
        path: '^packages/formats/src/(zip|rar|tar|sevenzip|comic|epub|pdf)/',
        pathNot: '^packages/formats/src/$1/',
      },
    ),
    wall(
      'packages-by-the-front-door',
      'Import the package name; its exports field is its face.',
      { path: '^(apps|packages)/([^/]+)/' },
      {
        path: '^(apps|packages)/([^/]+)/src/(?!index[.]ts$)',
        // The contract has more doors without the schemas, so that a browser need not load those: the client, the languages, the
        // kinds of libraries, the formats and the fields of metadata (tests replace their tables), the permissions, the length of a
        // quotation, and the routes that a service worker calls. The formats have one for all that parses, which only
        // threads load, and small ones for a thread that a request waits for.
        pathNot: [
          '^$1/$2/',
          '^packages/contract/src/(book-formats|client|format-table|languages|library-kinds|metadata-field-table|metadata-fields|outbox-routes|permissions|quotation)[.]ts$',
          '^packages/formats/src/(format-error|readers|unpack)[.]ts$',
        ],
      },
    ),
    wall(
      'web-knows-only-the-contract',
      'Ask the server for it over the contract.',
      { path: '^apps/web/' },
      { path: '^(apps/(?!web/)|packages/(?!contract/))' },
    ),
    wall(
      'web-loads-no-schemas',
      'Import its type, or give the value a door of its own without the schemas.',
      { path: '^apps/web/src/', pathNot: TESTS },
      { path: '^packages/contract/src/index[.]ts$', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'only-db-speaks-sql',
      'Add a named query to db/repos.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: `${S}db/` },
      { path: 'node_modules/(kysely|better-sqlite3|pg)/' },
    ),
    wall(
      'only-http-speaks-http',
      'Return data or throw an AppError.',
      { path: S, pathNot: `${S}http/` },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    wall(
      'only-images-decodes',
      'Pixel work passes images/, where the limits are.',
      { path: '^apps/', pathNot: `${S}images/` },
      { path: 'node_modules/(sharp|@jsquash/jxl|libheif-js|@cwasm/nsbmp)/' },
    ),
    wall(
      'only-files-opens-files',
      'Paths go through files/, which keeps them inside a library root.',
      {
        path: '^(apps|packages)/[^/]+/src/',
        pathNot: [`${S}(files/|config/|tls/|main[.]ts)`, '^packages/formats/src/source[.]ts$', '[.]test[.]ts$'],
      },
      { dependencyTypes: ['core'], path: '^(node:)?fs(/promises)?$' },
    ),
    wall(
      'core-is-below-the-doors',
      'Core never calls up: return a value or emit an event.',
      { path: `${S}core/` },
      { path: `${S}(http/|jobs/handlers/|context/|cli/|(main|index)[.]ts)` },
    ),
    wall(
      'rules-are-pure',
      'The lowest floor of core: what needs a database, a file or an event belongs to the catalog.',
      { path: `${S}core/rules/` },
      { path: `${S}(core/(audit|settings|people|catalog|activities)|files|images|net|mail|metrics|jobs)/` },
    ),
    wall(
      'rules-query-nothing',
      'A rule may name the types of db. Load rows in the catalog, and hand them over.',
      { path: `${S}core/rules/`, pathNot: '[.]test[.]ts$' },
      { path: `${S}db/`, dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'catalog-below-activities',
      'The catalog serves activities and never calls one: take an interface, and let the context hand it over.',
      { path: `${S}core/(audit|settings|people|catalog)/` },
      { path: `${S}core/activities/` },
    ),
    wall(
      'people-below-catalog',
      'Accounts, keys and sign-in know no series and no books.',
      { path: `${S}core/(audit|settings|people)/` },
      { path: `${S}core/catalog/` },
    ),
    wall(
      'audit-below-settings',
      'Every change is recorded, also that of a setting: hand the audit log what it needs.',
      { path: `${S}core/audit/` },
      { path: `${S}core/(settings|people)/` },
    ),
    wall(
      'doors-are-strangers',
      'Two APIs that need the same thing take it from core/.',
      { path: S + DOORS },
      { path: S + DOORS, pathNot: `${S}http/$1/` },
    ),
    wall(
      'doors-only-call-core',
      'A handler calls one use case; it reaches for no tool.',
      { path: `${S}http/` },
      { path: `${S}(db|files|images|net|search|settings)/` },
    ),
    wall(
      'job-handlers-only-call-core',
      'The work is a use case; the handler calls it and logs.',
      { path: `${S}jobs/handlers/` },
      { path: `${S}(db|files|images|net|search|settings|http)/` },
    ),
    wall(
      'job-machinery-knows-no-core',
      'Handlers are handed to the worker in main.ts.',
      { path: `${S}jobs/(?!handlers/)` },
      { path: `${S}(core|http|jobs/handlers)/` },
    ),
    wall(
      'tools-know-no-domain',
      'Tools serve core and never import it.',
      { path: `${S}(db|files|images|events|log|mail|metrics|net|tls|config|settings|search)/` },
      { path: `${S}((core|http|jobs|context|cli)/|(main|index)[.]ts)` },
    ),
    wall(
      'features-are-strangers',
      'Compose in app/routes, or move the piece to entities/.',
      { path: `${W}features/([^/]+)/` },
      { path: `${W}features/`, pathNot: `${W}features/$1/` },
    ),
    wall('nothing-above-app', ORDER, { path: `${W}(features|entities|ui|lib)/` }, { path: `${W}app/` }),
    wall('entities-below-features', ORDER, { path: `${W}(entities|ui|lib)/` }, { path: `${W}features/` }),
    wall('ui-below-entities', ORDER, { path: `${W}(ui|lib)/` }, { path: `${W}entities/` }),
    wall('lib-below-ui', ORDER, { path: `${W}lib/` }, { path: `${W}ui/` }),
    wall(
      'no-test-in-product',
      'Product code never imports test code. Benchmarks are no product: they measure with made books.',
      { pathNot: [TESTS, '^benchmarks/'] },
      { path: TESTS },
    ),
    wall(
      'no-dev-dependency-in-product',
      'List it under the dependencies of the workspace that uses it.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: '[.]test(-d)?[.]tsx?$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test-results|playwright-report)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
