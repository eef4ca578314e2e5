import { describe, expect, test } from 'vitest'
import { DOCUMENT_STATUS } from '#core/domains/orders/documentStatus.ts'
import { type ResourceName, registry } from '#core/registry.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { resourceOf } from '#core/resources/registeredKinds.ts'
import { configurationIcons } from './configurationIcons.ts'
import { screens } from './screens.ts'

/**
 * Who may open which screen, repeated on purpose from the product's specification: none of it may be imported from the code that it
 * tests. A screen that is missing here fails.
 */
const STAFF = ['employee', 'customer_support', 'administrator', 'developer']
const THE_12 = [
  ...STAFF,
  'csr',
  'producer',
  'dispatcher',
  'technician',
  'driver',
  'dispenser_mgr',
  'customer_readonly',
  'customer',
]
const THE_14 = [...THE_12, 'd_acct_mgr', 'distributor']
const ALL = [...THE_14, 'v_acct_mgr', 'vendor']
const KEEPERS = [...STAFF, 'd_acct_mgr', 'distributor']
const CHECKERS = [...KEEPERS, 'csr', 'dispatcher']
const NOT_DISTRIBUTORS = [...THE_12, 'v_acct_mgr', 'vendor']
const BUYERS = [...STAFF, 'csr', 'dispatcher', 'technician', 'driver', 'dispenser_mgr', 'customer']

/** Permissions of the back office are held only where distributors run their own. */
const DISTRIBUTORS = ['d_acct_mgr', 'distributor']

type Fact = readonly [permissions: string, types: readonly string[]]

/** The specification's table, without the parameters of its addresses. */
const SPECIFIED: Readonly<Record<string, Fact>> = {
  '/dashboard': ['', ALL],
  '/devices': ['devices.read', ALL],
  '/devices/profile': ['devices.read', ALL],
  '/devices/monitor': ['devices.read', STAFF],
  '/forecast_accuracy': ['devices.read', ALL],
  '/customers': ['companies.read', KEEPERS],
  '/customers/profile': ['companies.read', KEEPERS],
  '/tags': ['tags.read', THE_14],
  '/tag': ['tags.read', THE_14],
  // A vendor reads the purchase orders addressed to it.
  '/orders': ['transaction_documents.read', [...BUYERS, ...DISTRIBUTORS, 'v_acct_mgr', 'vendor']],
  '/order': ['transaction_documents.read', [...BUYERS, ...DISTRIBUTORS, 'v_acct_mgr', 'vendor']],
  '/people': ['people.read', THE_14],
  '/people/profile': ['people.read', THE_14],
  '/billing': ['transaction_documents.update', [...KEEPERS, 'csr', 'dispatcher', 'dispenser_mgr']],
  '/billing_runs': ['transaction_documents.update', [...KEEPERS, 'csr', 'dispatcher', 'dispenser_mgr']],
  '/billing_run': ['transaction_documents.update', [...KEEPERS, 'csr', 'dispatcher', 'dispenser_mgr']],
  '/prices': ['transaction_documents.read', KEEPERS],
  '/posted_prices': ['transaction_documents.read', KEEPERS],
  '/posted_price': ['transaction_documents.read', KEEPERS],
  '/price_rules': ['transaction_documents.read', KEEPERS],
  '/price_rule': ['transaction_documents.read', KEEPERS],
  '/price_classes': ['transaction_documents.read', KEEPERS],
  '/price_class': ['transaction_documents.read', KEEPERS],
  '/price_fees': ['transaction_documents.read', KEEPERS],
  '/price_fee': ['transaction_documents.read', KEEPERS],
  '/door_money': ['transaction_documents.read', [...KEEPERS, 'csr', 'dispatcher', 'dispenser_mgr']],
  '/receivables': ['transaction_documents.read', [...KEEPERS, 'csr', 'dispatcher', 'dispenser_mgr']],
  '/statement': ['transaction_documents.read', ['customer']],
  '/accounting': ['transaction_documents.read', KEEPERS],
  '/reports': ['transaction_documents.read', KEEPERS],
  '/my-day': ['shipment_planners.read', ['dispatcher', 'driver']],
  '/shipment_planners': ['shipment_planners.read', THE_14],
  '/shipment_planners/finalize': ['shipment_planners.read shipment_planners.update', THE_14],
  '/shipment_planners/sign': ['shipment_planners.read shipment_planners.update', THE_14],
  '/subscriptions': ['subscriptions.read', BUYERS],
  '/subscription': ['subscriptions.read', BUYERS],
  '/tank_products': ['tank_products.read', ALL],
  '/tanker_trucks': ['tanker_trucks.read', KEEPERS],
  '/tanker_truck': ['tanker_trucks.read', KEEPERS],
  '/work_orders': ['work_orders.read', KEEPERS],
  '/work_order': ['work_orders.read', KEEPERS],
  '/techhelp': ['', ALL],
  '/me/notifications': ['', ALL],
  '/users/my_profile': ['', ALL],
  '/users/my_organizations': ['', ALL],
  '/dashboard_widgets': ['dashboard_widgets.read', THE_12],
  '/dashboard_widget': ['dashboard_widgets.read', THE_12],
  '/payment_terms': ['configuration.read', THE_12],
  '/payment_term': ['configuration.read', THE_12],
  '/currencies': ['configuration.read', STAFF],
  '/currency': ['configuration.read', STAFF],
  '/exchange_rates': ['configuration.read', THE_12],
  '/exchange_rate': ['configuration.read', THE_12],
  '/configuration/bank_accounts': ['bank_accounts.read', NOT_DISTRIBUTORS],
  '/configuration/bank_account': ['bank_accounts.read', NOT_DISTRIBUTORS],
  '/configuration/chart_of_accounts': ['chart_of_accounts.read', THE_12],
  '/configuration/chart_of_account': ['chart_of_accounts.read', THE_12],
  '/configuration/account_rules': ['chart_of_accounts.read', STAFF],
  '/configuration/account_rule': ['chart_of_accounts.read', STAFF],
  '/configuration/options': ['configuration.read', THE_12],
  '/configuration/departments': ['configuration.read', THE_12],
  '/configuration/department': ['configuration.read', THE_12],
  '/configuration/notify': ['work_orders.read', KEEPERS],
  '/configuration/help_articles': ['', ALL],
  '/configuration/help_articles/translate': ['', ALL],
  '/configuration/help_articles/add': ['', ALL],
  '/configuration/configure_environment': ['configuration.read', STAFF],
  '/configuration/tank_manufacturers': ['configuration.read', STAFF],
  '/configuration/tank_manufacturer': ['configuration.read', STAFF],
  '/configuration/tank_manufacturers_specs': ['configuration.read', STAFF],
  '/configuration/manufacturers': ['configuration.read', STAFF],
  '/configuration/manufacturer': ['configuration.read', STAFF],
  '/configuration/vendors': ['configuration.read', STAFF],
  '/configuration/vendor': ['configuration.read', STAFF],
  '/configuration/data_import_logs': ['configuration.read', STAFF],
  '/configuration/data_import_log': ['configuration.read', STAFF],
  '/configuration/form_builder': ['configuration.read', STAFF],
  '/configuration/mysql': ['configuration.read', STAFF],
  '/configuration/units_of_measure': ['configuration.read', STAFF],
  '/configuration/unit_of_measure': ['configuration.read', STAFF],
  '/configuration/active_sessions': ['configuration.read', STAFF],
  '/configuration/login_attempts': ['configuration.read', STAFF],
  '/configuration/tank_types': ['configuration.read', STAFF],
  '/configuration/sensor_types': ['configuration.read', STAFF],
  '/configuration/user_defined_fields': ['configuration.read', STAFF],
  '/configuration/permissions': ['configuration.read', STAFF],
  '/configuration/permission_templates': ['configuration.read', STAFF],
  '/configuration/notifications': ['configuration.read', STAFF],
  '/configuration/notification': ['configuration.read', STAFF],
  '/configuration/shipping_carriers': ['configuration.read', STAFF],
  '/configuration/shipping_carrier': ['configuration.read', STAFF],
  '/configuration/firmware': ['configuration.read', STAFF],
  '/configuration/health': ['configuration.read', STAFF],
  '/configuration/languages': ['configuration.read', STAFF],
  '/configuration/distributors': ['configuration.read', STAFF],
  '/configuration/distributor': ['configuration.read', STAFF],
  '/configuration': ['configuration.read', STAFF],
}

/** Screens of our own that the specification does not list. */
const OURS: Readonly<Record<string, Fact>> = {
  '/configuration/permission_explainer': ['permissions.read', STAFF],
  '/configuration/permission': ['configuration.read', STAFF],
  '/company': ['companies.read', KEEPERS],
  '/configuration/audit': ['permissions.read', STAFF],
  '/configuration/audit_entry': ['permissions.read', STAFF],
  '/configuration/user_defined_field': ['configuration.read', STAFF],
  '/configuration/form': ['configuration.read', STAFF],
  '/forms': ['', ALL],
  '/configuration/sql_table': ['configuration.read', STAFF],
  '/configuration/sql_fields': ['configuration.read', STAFF],
  '/configuration/sql_field': ['configuration.read', STAFF],
  '/configuration/sql_relationships': ['configuration.read', STAFF],
  '/configuration/sql_relationship': ['configuration.read', STAFF],
  '/on_call_shifts': ['people.read', THE_14],
  '/on_call_shift': ['people.read', THE_14],
  '/webhooks': ['users.read', THE_14],
  '/webhook': ['users.read', THE_14],
  '/webhook_deliveries': ['users.read', THE_14],
  '/webhook_delivery': ['users.read', THE_14],
  '/identity_providers': ['users.read', THE_14],
  '/identity_provider': ['users.read', THE_14],
  '/api_keys': ['users.read', THE_14],
  '/api_key': ['users.read', THE_14],
  '/delivery_checks': ['shipment_planners.read', CHECKERS],
  '/delivery_check': ['shipment_planners.read', CHECKERS],
  '/meter_findings': ['shipment_planners.read', CHECKERS],
  '/meter_finding': ['shipment_planners.read', CHECKERS],
  '/lift_tickets': ['shipment_planners.read', CHECKERS],
  '/lift_ticket': ['shipment_planners.read', CHECKERS],
  '/tax_return': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_codes': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_code': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_rates': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_rate': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_rules': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_rule': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_exemptions': ['transaction_documents.read', KEEPERS],
  '/configuration/tax_exemption': ['transaction_documents.read', KEEPERS],
  '/terminals': ['tanker_trucks.read', KEEPERS],
  '/terminal': ['tanker_trucks.read', KEEPERS],
  '/alerts': ['devices.read', ALL],
  '/new_place': ['devices.create', ALL],
  '/sites': ['devices.read', THE_14],
  '/site': ['devices.read', THE_14],
  '/home': ['devices.read', ['customer_readonly', 'customer']],
  '/dispatch': ['shipment_planners.read', [...STAFF, 'csr', 'dispatcher', 'd_acct_mgr', 'distributor']],
  '/users': ['users.read', THE_14],
  '/user': ['users.read', THE_14],
  '/tank_product': ['tank_products.read', ALL],
  '/configuration/tank_manufacturers_spec': ['configuration.read', STAFF],
  '/configuration/tank_type': ['configuration.read', STAFF],
  '/configuration/sensor_type': ['configuration.read', STAFF],
  '/configuration/firmware_version': ['configuration.read', STAFF],
  '/configuration/help_article': ['', ALL],
  '/configuration/option': ['configuration.read', THE_12],
  '/configuration/questions': ['configuration.read', STAFF],
  '/configuration/question': ['configuration.read', STAFF],
  '/configuration/device_types': ['configuration.read', STAFF],
  '/configuration/device_type': ['configuration.read', STAFF],
  '/configuration/connections': ['devices.read', STAFF],
  '/configuration/mobile_providers': ['configuration.read', STAFF],
  '/configuration/connection': ['devices.read', STAFF],
  '/configuration/mobile_provider': ['configuration.read', STAFF],
  '/configuration/active_session': ['configuration.read', STAFF],
  '/configuration/sign_ups': ['users.read', STAFF],
  '/configuration/sign_up': ['users.read', STAFF],
  '/configuration/login_attempt': ['configuration.read', STAFF],
}

const addresses = screens.flatMap((screen) =>
  [screen.path, ...(screen.single ? [screen.single] : [])].map((address) => ({
    address: address.replace(/\/:\w+\??/g, ''),
    screen,
  })),
)

describe('the table of screens', () => {
  test.each(addresses)('$address is open to exactly the listed login types', ({ address, screen }) => {
    const fact = SPECIFIED[address] ?? OURS[address]
    if (!fact) {
      throw new Error(`No line states who may open ${address}. Add ONE line to OURS in web/app/screens.test.ts:
  '${address}': ['module.read', ALL | THE_14 | THE_12 | STAFF | KEEPERS | BUYERS], or ['', …] without a permission`)
    }
    const [permissions, types] = fact
    expect(screen.permission ?? '').toBe(permissions)
    expect(screen.loginTypes.toSorted()).toEqual(types.toSorted())
  })

  test('a part of a record requires all permissions that the specification lists for it', () => {
    const shipments = screens.find(({ path }) => path === '/shipment_planners')!
    for (const tab of ['finalize', 'sign']) {
      const [permissions] = SPECIFIED[`/shipment_planners/${tab}`]!
      expect([shipments.permission, shipments.tabNeeds?.[tab]].join(' ')).toBe(permissions)
    }
  })

  test('a menu leads to every screen that no other screen links to', () => {
    const fromTheUserMenu = ['/configuration', '/users/my_profile', '/users/my_organizations']
    const unreached = screens.filter(
      ({ path, menu, group, isWithin }) => !menu && !group && !isWithin && !path.includes(':'),
    )
    expect(unreached.map(({ path }) => path)).toEqual(fromTheUserMenu)
  })

  test.each([
    ['/identity_providers', 'access'],
    ['/on_call_shifts', 'business'],
  ])('the configuration leads to %s, under %s', (address, group) => {
    expect(screens.find(({ path }) => path === address)?.group).toBe(group)
  })
})

describe('the facts about kinds in the table of screens, which pages use before the definition has loaded', () => {
  const named = screens.flatMap((screen) => {
    const kind = screen.resource ?? screen.shows
    // The screen of any company redirects to the screens of customers and other types, which fewer login types use.
    return kind && kind !== 'companies' ? [{ kind, screen }] : []
  })

  test.each(named)('$kind: exists, and the same login types use it', ({ kind, screen }) => {
    const definition: Resource | undefined = registry[kind as ResourceName]
    expect(definition?.loginTypes.toSorted()).toEqual(screen.loginTypes.toSorted())
  })

  test('waiting records are counted by the list of their kind', () => {
    for (const { waits } of screens) if (waits) expect(waits.path).toBe(pathOf(resourceOf(waits.kind)))
  })

  test('the orders that wait are the new ones', () => {
    const orders = screens.find(({ resource }) => resource === 'transaction_documents')
    expect(orders?.waits?.query['status_id']).toBe(String(DOCUMENT_STATUS.new))
  })
})

test('every screen of the configuration has an icon, and no other', () => {
  const paths = screens.filter(({ group, menu }) => group && !menu).map(({ path }) => path)
  expect(Object.keys(configurationIcons).toSorted()).toEqual(paths.toSorted())
})
