import * as access from '#core/domains/access/texts.en.ts'
import * as alerts from '#core/domains/alerts/texts.en.ts'
import * as companies from '#core/domains/companies/texts.en.ts'
import * as dashboard from '#core/domains/dashboard/texts.en.ts'
import * as devices from '#core/domains/devices/texts.en.ts'
import * as dispatch from '#core/domains/dispatch/texts.en.ts'
import * as finance from '#core/domains/finance/texts.en.ts'
import * as help from '#core/domains/help/texts.en.ts'
import { en as mailTemplates } from '#core/domains/mail/templates.en.ts'
import * as mail from '#core/domains/mail/texts.en.ts'
import * as notifications from '#core/domains/notifications/texts.en.ts'
import * as orders from '#core/domains/orders/texts.en.ts'
import * as people from '#core/domains/people/texts.en.ts'
import * as prices from '#core/domains/prices/texts.en.ts'
import * as settings from '#core/domains/settings/texts.en.ts'
import * as shipments from '#core/domains/shipments/texts.en.ts'
import * as subscriptions from '#core/domains/subscriptions/texts.en.ts'
import * as tanks from '#core/domains/tanks/texts.en.ts'
import * as telemetry from '#core/domains/telemetry/texts.en.ts'
import * as tools from '#core/domains/tools/texts.en.ts'
import * as work_orders from '#core/domains/work_orders/texts.en.ts'
import { mergeTexts } from '#core/platform/texts/mergeTexts.ts'
import { en as platform } from '#core/platform/texts/texts.en.ts'

const records = mergeTexts({
  access: access.en,
  alerts: alerts.en,
  companies: companies.en,
  dashboard: dashboard.en,
  devices: devices.en,
  finance: finance.en,
  help: help.en,
  mail: mail.en,
  notifications: notifications.en,
  orders: orders.en,
  people: people.en,
  prices: prices.en,
  settings: settings.en,
  shipments: shipments.en,
  subscriptions: subscriptions.en,
  tanks: tanks.en,
  telemetry: telemetry.en,
  tools: tools.en,
  work_orders: work_orders.en,
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
export const en = {
  ...platform,
  records,
  rules,
  messages,
  mails: mailTemplates,
  notification_texts: notifications.notificationTemplates,
}

type Nested<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Nested<T[K]>}` }[keyof T &
  string]

declare module '#core/platform/texts/textKeys.ts' {
  interface KnownTexts {
    rules: keyof typeof rules
    messages: keyof typeof messages
    others: Nested<Omit<typeof platform, 'rules' | 'messages'>>
  }
}
