const fs = require('node:fs')
const path = require('node:path')

const LAYERS = ['platform', 'ui', 'resources', 'domains', 'app']

/**
 * Which business domain may call which on the server. Anything not listed goes through an event, and a domain that is not
 * listed may call no other.
 */
const DOMAIN_USES = {
  access: ['settings', 'mail'],
  alerts: ['telemetry', 'devices', 'settings', 'tanks'],
  companies: ['access'],
  dashboard: ['access', 'orders'],
  devices: ['companies', 'people', 'settings', 'tanks'],
  dispatch: ['access', 'devices', 'orders', 'shipments', 'travel'],
  finance: ['devices', 'settings'],
  help: [],
  notifications: ['access', 'mail', 'settings', 'devices'],
  orders: ['access', 'companies', 'finance', 'mail', 'people', 'settings', 'tanks'],
  mail: ['settings'],
  people: ['access'],
  prices: ['orders'],
  settings: [],
  shipments: [
    'companies',
    'devices',
    'mail',
    'orders',
    'people',
    'tanks',
    'telemetry',
    'travel',
    'work_orders',
  ],
  subscriptions: ['orders'],
  work_orders: [],
  tanks: [],
  telemetry: ['devices', 'settings', 'tanks', 'weather'],
  tools: ['access', 'devices'],
  travel: [],
  weather: ['settings', 'devices'],
}

/** Levels, alerts, charts and maps of tanks, which many domains show. */
const TANKS = 'telemetry/(alert|chart|device|level|map|tank)'

/** Which parts of another domain's screens a domain may show. Whatever else two domains share is put together in web/app. */
const PARTS_SHOWN = {
  alerts: [TANKS],
  companies: [
    'devices/list',
    'orders/owed',
    'people/contacts',
    'prices/customer',
    'shipments/deliveries',
    TANKS,
  ],
  dashboard: [
    'notifications/widgets',
    'orders/widgets',
    'shipments/widgets',
    TANKS,
    'telemetry/widgets',
    'work_orders/widgets',
  ],
  devices: ['people/notes', 'shipments/timeline', TANKS],
  dispatch: ['shipments/loading', TANKS],
  finance: [TANKS],
  orders: ['finance/(journal|taxes)', 'people/contacts', 'prices/why', 'shipments/timeline', TANKS],
  people: ['access/accounts', 'companies/overview', 'devices/list'],
  settings: [TANKS],
  shipments: ['orders/owed', 'people/contacts', TANKS],
  tanks: [TANKS],
  tools: ['devices/list'],
  work_orders: ['people/contacts'],
}

const DOMAINS = foldersOf('server/domains')
for (const named of Object.entries(DOMAIN_USES).flat(2)) {
  if (!DOMAINS.includes(named))
    throw new Error(`DOMAIN_USES names ${named}, which is no folder of server/domains`)
}

function foldersOf(place) {
  const entries = fs.readdirSync(path.join(__dirname, place), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const TESTS = '(\\.test\\.tsx?$|/testing/)'

const tiers = [
  never(
    'core-runs-anywhere',
    'core knows neither tier above it',
    { path: '^core/' },
    { path: '^(server|web)/' },
  ),
  never(
    'browser-never-holds-the-server',
    'the two meet on the wire only',
    { path: '^web/' },
    { path: '^server/' },
  ),
  never(
    'server-never-holds-the-browser',
    'the two meet on the wire only',
    { path: '^server/' },
    { path: '^web/' },
  ),
]

const world = [
  never(
    'world-knows-neither-tier',
    'it judges the product from without; of core it takes types (scripts/checkDirections.mjs)',
    { path: '^world/' },
    { path: '^(server|web|e2e|bench)/' },
  ),
  never('nobody-lives-in-the-world', '', { path: '^(core|server|web)/' }, { path: '^world/' }),
]

const facts = [
  never(
    'facts-are-no-part-of-the-product',
    'the demo, what an installation begins with, and the world read them',
    { path: '^(core|web|e2e)/|^server/(platform|resources|domains)/' },
    { path: '^facts/' },
  ),
]

// Files at the root of core put the domains together, as the app does on the other tiers.
const layers = LAYERS.slice(0, -1).map((layer, index) =>
  never(
    `${layer}-looks-down-only`,
    'platform < resources < domains < app, whatever the tier',
    { path: `^(core|server|web)/${layer}/`, pathNot: TESTS },
    { path: `^(core|server|web)/(${LAYERS.slice(index + 1).join('|')})/|^core/[^/]+\\.ts$` },
  ),
)

const domains = [
  ...foldersOf('web/domains').map((domain) =>
    never(
      `screens-of-${domain}`,
      'see PARTS_SHOWN, or compose domains in web/app',
      { path: `^web/domains/${domain}/`, pathNot: TESTS },
      {
        path: '^web/domains/([^/]+)/',
        pathNot: `^web/domains/(${[domain, ...(PARTS_SHOWN[domain] ?? [])].join('|')})/`,
      },
    ),
  ),
  ...DOMAINS.map((domain) =>
    never(
      `${domain}-uses`,
      'see DOMAIN_USES',
      { path: `^server/domains/${domain}/`, pathNot: TESTS },
      {
        path: '^server/domains/([^/]+)/',
        pathNot: `^server/domains/(${[domain, ...(DOMAIN_USES[domain] ?? [])].join('|')})/`,
      },
    ),
  ),
]

const tools = [
  never(
    'http-stays-at-the-door',
    'commands know no HTTP',
    { path: '^server/domains/', pathNot: '(/routes\\.ts$|\\.test\\.ts$)' },
    { path: 'node_modules/fastify', dependencyTypesNot: ['type-only'] },
  ),
  never(
    'core-is-plain',
    'no React, no Node, no database',
    { path: '^core/', pathNot: TESTS },
    { path: 'node_modules/(react|fastify|kysely|pg)/|^node:', dependencyTypesNot: ['type-only'] },
  ),
]

module.exports = {
  forbidden: [
    never('no-circles', '', {}, { circular: true, dependencyTypesNot: ['type-only'] }),
    ...tiers,
    ...world,
    ...facts,
    ...layers,
    ...domains,
    ...tools,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
