import { keysOf } from '#core/platform/keysOf.ts'
import { isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import type { Module, Permission } from '#core/platform/modules.ts'

type Actions = 'CRUD' | 'CRU' | 'CR' | 'RU' | 'R' | ''
type Template = Partial<Record<Module, Actions>>

const EVERYTHING: Template = {
  companies: 'CRUD',
  devices: 'CRUD',
  tags: 'CRUD',
  people: 'CRUD',
  users: 'CRUD',
  tank_products: 'CRUD',
  tanker_trucks: 'CRUD',
  subscriptions: 'CRUD',
  transaction_documents: 'CRUD',
  shipment_planners: 'CRUD',
  work_orders: 'CRUD',
  dashboard_widgets: 'CRUD',
  configuration: 'CRUD',
  bank_accounts: 'CRUD',
  chart_of_accounts: 'CRUD',
  permissions: 'RU',
  help_articles: 'CRUD',
  data_imports: 'CRUD',
}

const CUSTOMER_VIEW: Template = {
  devices: 'R',
  tags: 'R',
  people: 'R',
  tank_products: 'R',
  shipment_planners: 'R',
  dashboard_widgets: 'R',
  help_articles: 'R',
}

/** Initial permissions of each login type; users may change them later. */
const TEMPLATES: Record<LoginType, Template> = {
  administrator: { ...EVERYTHING, developer_tools: 'R' },
  developer: { ...EVERYTHING, developer_tools: 'CRUD' },
  customer_support: {
    companies: 'CRU',
    devices: 'CRU',
    tags: 'CRUD',
    people: 'CRUD',
    users: 'CRU',
    tank_products: 'CRU',
    tanker_trucks: 'R',
    subscriptions: 'CRU',
    transaction_documents: 'CRU',
    shipment_planners: 'CRU',
    work_orders: 'CRU',
    dashboard_widgets: 'RU',
    configuration: 'R',
    permissions: 'R',
    help_articles: 'CRUD',
    data_imports: 'CR',
  },
  employee: {
    companies: 'CRU',
    devices: 'CRU',
    tags: 'CRU',
    people: 'CRU',
    users: 'R',
    tank_products: 'CRU',
    tanker_trucks: 'CRU',
    subscriptions: 'R',
    transaction_documents: 'CRU',
    shipment_planners: 'CRU',
    work_orders: 'CRU',
    dashboard_widgets: 'R',
    configuration: 'R',
    bank_accounts: 'R',
    chart_of_accounts: 'R',
    help_articles: 'CRU',
    data_imports: 'R',
  },
  csr: {
    devices: 'RU',
    tags: 'CRU',
    people: 'CRU',
    tank_products: 'R',
    subscriptions: 'R',
    transaction_documents: 'CRU',
    shipment_planners: 'R',
    dashboard_widgets: 'R',
    configuration: 'R',
    help_articles: 'R',
  },
  producer: CUSTOMER_VIEW,
  dispatcher: {
    devices: 'R',
    tags: 'R',
    people: 'R',
    tank_products: 'R',
    transaction_documents: 'RU',
    shipment_planners: 'CRUD',
    dashboard_widgets: 'R',
    configuration: 'R',
    help_articles: 'R',
  },
  technician: {
    devices: 'RU',
    tags: 'RU',
    people: 'R',
    tank_products: 'R',
    transaction_documents: 'R',
    dashboard_widgets: 'R',
    help_articles: 'R',
  },
  driver: {
    devices: 'R',
    tags: 'R',
    people: 'R',
    tank_products: 'R',
    transaction_documents: 'R',
    shipment_planners: 'RU',
    dashboard_widgets: 'R',
    help_articles: 'R',
  },
  dispenser_mgr: {
    devices: 'RU',
    tags: 'CRUD',
    people: 'CRU',
    users: 'R',
    tank_products: 'CRU',
    subscriptions: 'R',
    transaction_documents: 'CRU',
    shipment_planners: 'RU',
    dashboard_widgets: 'R',
    configuration: 'R',
    bank_accounts: 'R',
    chart_of_accounts: 'R',
    help_articles: 'R',
  },
  d_acct_mgr: {
    companies: 'CRU',
    devices: 'RU',
    tags: 'CRU',
    people: 'CRU',
    users: 'CRU',
    tank_products: 'CRU',
    shipment_planners: 'R',
    work_orders: 'CR',
    help_articles: 'R',
  },
  distributor: {
    companies: 'CRU',
    devices: 'RU',
    tags: 'CRUD',
    people: 'CRUD',
    users: 'CRUD',
    tank_products: 'CRUD',
    shipment_planners: 'CRU',
    work_orders: 'CRU',
    help_articles: 'R',
  },
  customer: {
    devices: 'RU',
    tags: 'CRUD',
    people: 'CRU',
    users: 'CRU',
    tank_products: 'R',
    subscriptions: 'R',
    transaction_documents: 'CR',
    shipment_planners: 'R',
    dashboard_widgets: 'R',
    help_articles: 'R',
  },
  customer_readonly: CUSTOMER_VIEW,
  v_acct_mgr: { tank_products: 'R', transaction_documents: 'R', help_articles: 'R' },
  vendor: { tank_products: 'R', transaction_documents: 'R', help_articles: 'R' },
}

/** Login types that may exceed a limit of loading, delivery or filling, with a reason. */
const MAY_OVERRULE: readonly LoginType[] = [
  'administrator',
  'developer',
  'customer_support',
  'employee',
  'dispatcher',
  'distributor',
]

const ACTION_OF = { C: 'create', R: 'read', U: 'update', D: 'delete' } as const
const LETTERS = keysOf(ACTION_OF)

/** The initial permissions of a login type, as `module.action`. */
export function templateOf(loginType: LoginType): Permission[] {
  const template = TEMPLATES[loginType]
  const granted = keysOf(template).flatMap((module) =>
    LETTERS.filter((letter) => template[module]?.includes(letter)).map(
      (letter): Permission => `${module}.${ACTION_OF[letter]}`,
    ),
  )
  return [
    ...granted,
    ...(isStaff(loginType) ? (['users.impersonate'] as const) : []),
    ...(MAY_OVERRULE.includes(loginType) ? (['shipment_planners.overrule'] as const) : []),
  ]
}
