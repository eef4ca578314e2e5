/** Modules of permissions: the first half of `module.action`. */
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

/** Permissions of a module in addition to the four actions. */
export const SPECIAL_PERMISSIONS = {
  users: 'users.impersonate',
  shipment_planners: 'shipment_planners.overrule',
} as const satisfies Partial<Record<Module, string>>

export type Permission =
  | `${Module}.${Action}`
  | (typeof SPECIAL_PERMISSIONS)[keyof typeof SPECIAL_PERMISSIONS]

export type SpecialAction = 'impersonate' | 'overrule'

/** All permissions: each action on each module, impersonating a user, and overruling a limit of a load. */
export const PERMISSIONS: readonly Permission[] = [
  ...MODULES.flatMap((module) => ACTIONS.map((action): Permission => `${module}.${action}`)),
  ...Object.values(SPECIAL_PERMISSIONS),
]
