import { en as access } from '#core/domains/access/texts.en.ts'
import { en as alerts } from '#core/domains/alerts/texts.en.ts'
import { en as companies } from '#core/domains/companies/texts.en.ts'
import { en as devices } from '#core/domains/devices/texts.en.ts'
import { en as finance } from '#core/domains/finance/texts.en.ts'
import { en as help } from '#core/domains/help/texts.en.ts'
import { en as mailTemplates } from '#core/domains/mail/templates.en.ts'
import { en as mail } from '#core/domains/mail/texts.en.ts'
import { en as notifications, notificationTemplates } from '#core/domains/notifications/texts.en.ts'
import { en as orders } from '#core/domains/orders/texts.en.ts'
import { en as people } from '#core/domains/people/texts.en.ts'
import { en as settings } from '#core/domains/settings/texts.en.ts'
import { en as shipments } from '#core/domains/shipments/texts.en.ts'
import { en as subscriptions } from '#core/domains/subscriptions/texts.en.ts'
import { en as tanks } from '#core/domains/tanks/texts.en.ts'
import { en as tools } from '#core/domains/tools/texts.en.ts'
import { en as work_orders } from '#core/domains/work_orders/texts.en.ts'
import { en as platform } from '#core/platform/texts.en.ts'

/** Every text that the server and the browser share. */
export const en = {
  records: {
    ...access,
    ...alerts,
    ...companies,
    ...devices,
    ...finance,
    ...help,
    ...orders,
    ...mail,
    ...notifications,
    ...people,
    ...settings,
    ...shipments,
    ...subscriptions,
    ...tanks,
    ...tools,
    ...work_orders,
  },
  mails: mailTemplates,
  told: notificationTemplates,
  ...platform,
}
