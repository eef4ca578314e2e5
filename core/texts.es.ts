import { es as access } from '#core/domains/access/texts.es.ts'
import { es as alerts } from '#core/domains/alerts/texts.es.ts'
import { es as companies } from '#core/domains/companies/texts.es.ts'
import { es as devices } from '#core/domains/devices/texts.es.ts'
import { es as finance } from '#core/domains/finance/texts.es.ts'
import { es as help } from '#core/domains/help/texts.es.ts'
import { es as mailTemplates } from '#core/domains/mail/templates.es.ts'
import { es as mail } from '#core/domains/mail/texts.es.ts'
import { es as notifications, notificationTemplates } from '#core/domains/notifications/texts.es.ts'
import { es as orders } from '#core/domains/orders/texts.es.ts'
import { es as people } from '#core/domains/people/texts.es.ts'
import { es as settings } from '#core/domains/settings/texts.es.ts'
import { es as shipments } from '#core/domains/shipments/texts.es.ts'
import { es as subscriptions } from '#core/domains/subscriptions/texts.es.ts'
import { es as tanks } from '#core/domains/tanks/texts.es.ts'
import { es as tools } from '#core/domains/tools/texts.es.ts'
import { es as work_orders } from '#core/domains/work_orders/texts.es.ts'
import { es as platform } from '#core/platform/texts.es.ts'

/** Every text that the server and the browser share. */
export const es = {
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
