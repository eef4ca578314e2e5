import { mergeTexts } from '#core/platform/texts/mergeTexts.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import { es as shared } from '#core/texts.es.ts'
import { es as security } from '#web/domains/access/texts.es.ts'
import { es as alertRules } from '#web/domains/alerts/ruleTexts.es.ts'
import { es as alerts } from '#web/domains/alerts/texts.es.ts'
import { es as companies } from '#web/domains/companies/texts.es.ts'
import { es as dashboard } from '#web/domains/dashboard/texts.es.ts'
import { es as devices } from '#web/domains/devices/texts.es.ts'
import { es as dispatch } from '#web/domains/dispatch/texts.es.ts'
import { es as finance } from '#web/domains/finance/texts.es.ts'
import { es as help } from '#web/domains/help/texts.es.ts'
import { es as notifications } from '#web/domains/notifications/texts.es.ts'
import { es as orders } from '#web/domains/orders/texts.es.ts'
import { es as prices } from '#web/domains/prices/texts.es.ts'
import { es as settings } from '#web/domains/settings/texts.es.ts'
import { es as deliveries } from '#web/domains/shipments/deliveries/texts.es.ts'
import { es as home } from '#web/domains/shipments/home/texts.es.ts'
import { es as shipments } from '#web/domains/shipments/texts.es.ts'
import { es as timeline } from '#web/domains/shipments/timeline/texts.es.ts'
import { es as today } from '#web/domains/shipments/widgets/texts.es.ts'
import { es as tanks } from '#web/domains/tanks/texts.es.ts'
import { es as accuracy } from '#web/domains/telemetry/accuracyTexts.es.ts'
import { es as forecastReasons } from '#web/domains/telemetry/reasonTexts.es.ts'
import { es as telemetry } from '#web/domains/telemetry/texts.es.ts'
import { es as tools } from '#web/domains/tools/texts.es.ts'
import { es as ui } from '#web/platform/texts.es.ts'
import { es as contacts } from '#web/resources/contactTexts.es.ts'
import { es as history } from '#web/resources/record/historyTexts.es.ts'
import { es as scan } from '#web/resources/scan/texts.es.ts'
import { es as resources } from '#web/resources/texts.es.ts'
import type { english } from './english.ts'
import { es as signInPage } from './signInTexts.es.ts'
import { es as app } from './texts.es.ts'

/** All texts in Spanish, complete by their type. */
export const spanish: Translation<typeof english> = mergeTexts({
  shared,
  app,
  signInPage,
  scan,
  parts: {
    ui,
    resources: { ...resources, ...contacts, ...history },
    security,
    alerts: { ...alerts, ...alertRules },
    companies,
    dashboard,
    deliveries,
    devices,
    dispatch,
    finance,
    home,
    notifications,
    orders,
    prices,
    settings,
    shipments: { ...shipments, ...today },
    tanks,
    timeline,
    tools,
    telemetry: { ...telemetry, ...accuracy, ...forecastReasons },
    help,
  },
})
