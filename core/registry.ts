import { active_sessions } from '#core/domains/access/active_sessions.ts'
import { api_keys } from '#core/domains/access/api_keys.ts'
import { audit_entries } from '#core/domains/access/audit_entries.ts'
import { identity_providers } from '#core/domains/access/identity_providers.ts'
import { permission_templates } from '#core/domains/access/permission_templates.ts'
import { permissions } from '#core/domains/access/permissions.ts'
import { login_attempts } from '#core/domains/access/signIn/login_attempts.ts'
import { sign_ups } from '#core/domains/access/signIn/sign_ups.ts'
import { users } from '#core/domains/access/users.ts'
import { alerts } from '#core/domains/alerts/alerts.ts'
import { companies } from '#core/domains/companies/companies.ts'
import { customers } from '#core/domains/companies/customers.ts'
import { distributors } from '#core/domains/companies/distributors.ts'
import { manufacturers } from '#core/domains/companies/manufacturers.ts'
import { shipping_carriers } from '#core/domains/companies/shipping_carriers.ts'
import { sites } from '#core/domains/companies/sites.ts'
import { vendors } from '#core/domains/companies/vendors.ts'
import { dashboard_widgets } from '#core/domains/dashboard/dashboard_widgets.ts'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { device_types } from '#core/domains/devices/device_types.ts'
import { devices } from '#core/domains/devices/devices.ts'
import { firmware_versions } from '#core/domains/devices/firmware_versions.ts'
import { mobile_providers } from '#core/domains/devices/mobile_providers.ts'
import { sensor_types } from '#core/domains/devices/sensor_types.ts'
import { tags } from '#core/domains/devices/tags.ts'
import { account_rules } from '#core/domains/finance/account_rules.ts'
import { bank_accounts } from '#core/domains/finance/bank_accounts.ts'
import { chart_of_accounts } from '#core/domains/finance/chart_of_accounts.ts'
import { currencies } from '#core/domains/finance/currencies.ts'
import { exchange_rates } from '#core/domains/finance/exchange_rates.ts'
import { payment_terms } from '#core/domains/finance/payment_terms.ts'
import { tax_codes } from '#core/domains/finance/tax_codes.ts'
import { tax_exemptions } from '#core/domains/finance/tax_exemptions.ts'
import { tax_rates } from '#core/domains/finance/tax_rates.ts'
import { tax_rules } from '#core/domains/finance/tax_rules.ts'
import { help_articles } from '#core/domains/help/help_articles.ts'
import { mails } from '#core/domains/mail/mails.ts'
import { notifications } from '#core/domains/notifications/notifications.ts'
import { on_call_shifts } from '#core/domains/notifications/on_call_shifts.ts'
import { webhook_deliveries } from '#core/domains/notifications/webhook_deliveries.ts'
import { webhooks } from '#core/domains/notifications/webhooks.ts'
import { billing_runs } from '#core/domains/orders/billing_runs.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { departments } from '#core/domains/people/departments.ts'
import { entity_addresses } from '#core/domains/people/entity_addresses.ts'
import { entity_emails } from '#core/domains/people/entity_emails.ts'
import { entity_phones } from '#core/domains/people/entity_phones.ts'
import { notes } from '#core/domains/people/notes.ts'
import { people } from '#core/domains/people/people.ts'
import { posted_prices } from '#core/domains/prices/posted_prices.ts'
import { price_classes } from '#core/domains/prices/price_classes.ts'
import { price_fees } from '#core/domains/prices/price_fees.ts'
import { price_rules } from '#core/domains/prices/price_rules.ts'
import { options } from '#core/domains/settings/options.ts'
import { options_categories } from '#core/domains/settings/options_categories.ts'
import { questions } from '#core/domains/settings/questions.ts'
import { units_of_measure } from '#core/domains/settings/units_of_measure.ts'
import { delivery_checks } from '#core/domains/shipments/delivery_checks.ts'
import { lift_tickets } from '#core/domains/shipments/lift_tickets.ts'
import { meter_findings } from '#core/domains/shipments/meter_findings.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { terminals } from '#core/domains/shipments/terminals.ts'
import { tanker_trucks } from '#core/domains/shipments/trucks/tanker_trucks.ts'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import { tank_manufacturers } from '#core/domains/tanks/tank_manufacturers.ts'
import { tank_products } from '#core/domains/tanks/tank_products.ts'
import { tank_specs } from '#core/domains/tanks/tank_specs.ts'
import { tank_types } from '#core/domains/tanks/tank_types.ts'
import { connections } from '#core/domains/telemetry/connections/connections.ts'
import { data_import_logs } from '#core/domains/tools/data_import_logs.ts'
import { forms } from '#core/domains/tools/forms.ts'
import { sql_fields } from '#core/domains/tools/sql_fields.ts'
import { sql_relationships } from '#core/domains/tools/sql_relationships.ts'
import { sql_tables } from '#core/domains/tools/sql_tables.ts'
import { user_defined_fields } from '#core/domains/tools/user_defined_fields.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { Resource } from '#core/resources/definition.ts'
import { registerKinds } from '#core/resources/registeredKinds.ts'

/** All kinds of record, one per line. */
export const registry = {
  account_rules,
  active_sessions,
  alerts,
  api_keys,
  identity_providers,
  audit_entries,
  bank_accounts,
  chart_of_accounts,
  companies,
  connections,
  currencies,
  customers,
  dashboard_widgets,
  data_import_logs,
  departments,
  device_ports,
  device_types,
  devices,
  distributors,
  entity_addresses,
  entity_emails,
  entity_phones,
  exchange_rates,
  firmware_versions,
  forms,
  login_attempts,
  mails,
  help_articles,
  manufacturers,
  mobile_providers,
  options,
  options_categories,
  notes,
  notifications,
  payment_terms,
  people,
  permission_templates,
  permissions,
  posted_prices,
  price_classes,
  price_fees,
  price_rules,
  questions,
  sensor_types,
  delivery_checks,
  lift_tickets,
  meter_findings,
  shipment_planners,
  shipping_carriers,
  sign_ups,
  sites,
  sql_fields,
  sql_relationships,
  sql_tables,
  subscriptions,
  tags,
  tank_manufacturers,
  tank_products,
  tank_specs,
  tank_types,
  tanker_trucks,
  tax_codes,
  tax_exemptions,
  tax_rates,
  tax_rules,
  terminals,
  transaction_documents,
  billing_runs,
  units_of_measure,
  user_defined_fields,
  users,
  vendors,
  on_call_shifts,
  webhook_deliveries,
  webhooks,
  work_orders,
} as const satisfies Record<string, Resource>

registerKinds(registry)

export type Registry = typeof registry
export type ResourceName = keyof Registry
