import * as access from '#core/domains/access/texts.es.ts'
import * as alerts from '#core/domains/alerts/texts.es.ts'
import * as companies from '#core/domains/companies/texts.es.ts'
import * as dashboard from '#core/domains/dashboard/texts.es.ts'
import * as devices from '#core/domains/devices/texts.es.ts'
import * as dispatch from '#core/domains/dispatch/texts.es.ts'
import * as finance from '#core/domains/finance/texts.es.ts'
import * as help from '#core/domains/help/texts.es.ts'
import { es as mailTemplates } from '#core/domains/mail/templates.es.ts'
import * as mail from '#core/domains/mail/texts.es.ts'
import * as notifications from '#core/domains/notifications/texts.es.ts'
import * as orders from '#core/domains/orders/texts.es.ts'
import * as people from '#core/domains/people/texts.es.ts'
import * as prices from '#core/domains/prices/texts.es.ts'
import * as settings from '#core/domains/settings/texts.es.ts'
import * as shipments from '#core/domains/shipments/texts.es.ts'
import * as subscriptions from '#core/domains/subscriptions/texts.es.ts'
import * as tanks from '#core/domains/tanks/texts.es.ts'
import * as telemetry from '#core/domains/telemetry/texts.es.ts'
import * as tools from '#core/domains/tools/texts.es.ts'
import * as work_orders from '#core/domains/work_orders/texts.es.ts'
import { mergeTexts } from '#core/platform/texts/mergeTexts.ts'
import { es as platform } from '#core/platform/texts/texts.es.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

const records = mergeTexts({
  access: access.es,
  alerts: alerts.es,
  companies: companies.es,
  dashboard: dashboard.es,
  devices: devices.es,
  finance: finance.es,
  help: help.es,
  mail: mail.es,
  notifications: notifications.es,
  orders: orders.es,
  people: people.es,
  prices: prices.es,
  settings: settings.es,
  shipments: shipments.es,
  subscriptions: subscriptions.es,
  tanks: tanks.es,
  telemetry: telemetry.es,
  tools: tools.es,
  work_orders: work_orders.es,
})

const rules = mergeTexts({
  platform: platform.rules,
  access: access.rules,
  alerts: alerts.rules,
  companies: companies.rules,
  devices: devices.rules,
  dispatch: dispatch.rules,
  finance: finance.rules,
  mail: mail.rules,
  notifications: notifications.rules,
  orders: orders.rules,
  people: people.rules,
  prices: prices.rules,
  settings: settings.rules,
  shipments: shipments.rules,
  tanks: tanks.rules,
  telemetry: telemetry.rules,
  tools: tools.rules,
})

const messages = mergeTexts({
  platform: platform.messages,
  access: access.messages,
  alerts: alerts.messages,
  companies: companies.messages,
  devices: devices.messages,
  dispatch: dispatch.messages,
  finance: finance.messages,
  notifications: notifications.messages,
  orders: orders.messages,
  settings: settings.messages,
  shipments: shipments.messages,
  tanks: tanks.messages,
  telemetry: telemetry.messages,
  tools: tools.messages,
  work_orders: work_orders.messages,
})

/** Every text that the server and the browser share. */
export const es: Translation<typeof en> = {
  ...platform,
  records,
  rules,
  messages,
  mails: mailTemplates,
  notification_texts: notifications.notificationTemplates,
}
