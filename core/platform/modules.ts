/** What a permission can be about: the first half of `module.action`. */
export const MODULES = [
  'companies',
  'devices',
  'tags',
  'people',
  'users',
  'tank_products',
  'tanker_trucks',
  'subscriptions',
  'transaction_documents',
  'shipment_planners',
  'work_orders',
  'dashboard_widgets',
  'configuration',
  'bank_accounts',
  'chart_of_accounts',
  'permissions',
  'help_articles',
  'data_imports',
  'developer_tools',
] as const

export type Module = (typeof MODULES)[number]

export const ACTIONS = ['read', 'create', 'update', 'delete'] as const
export type Action = (typeof ACTIONS)[number]

export type Permission = `${Module}.${Action}` | 'users.impersonate'

/** Every permission there is: each action on each module, and acting as another user. */
export const PERMISSIONS: readonly Permission[] = [
  ...MODULES.flatMap((module) => ACTIONS.map((action): Permission => `${module}.${action}`)),
  'users.impersonate',
]
