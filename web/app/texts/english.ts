import { mergeTexts } from '#core/platform/texts/mergeTexts.ts'
import { en as shared } from '#core/texts.en.ts'
import { en as security } from '#web/domains/access/texts.en.ts'
import { en as alertRules } from '#web/domains/alerts/ruleTexts.en.ts'
import { en as alerts } from '#web/domains/alerts/texts.en.ts'
import { en as companies } from '#web/domains/companies/texts.en.ts'
import { en as dashboard } from '#web/domains/dashboard/texts.en.ts'
import { en as devices } from '#web/domains/devices/texts.en.ts'
import { en as dispatch } from '#web/domains/dispatch/texts.en.ts'
import { en as finance } from '#web/domains/finance/texts.en.ts'
import { en as help } from '#web/domains/help/texts.en.ts'
import { en as notifications } from '#web/domains/notifications/texts.en.ts'
import { en as orders } from '#web/domains/orders/texts.en.ts'
import { en as prices } from '#web/domains/prices/texts.en.ts'
import { en as settings } from '#web/domains/settings/texts.en.ts'
import { en as deliveries } from '#web/domains/shipments/deliveries/texts.en.ts'
import { en as home } from '#web/domains/shipments/home/texts.en.ts'
import { en as shipments } from '#web/domains/shipments/texts.en.ts'
import { en as timeline } from '#web/domains/shipments/timeline/texts.en.ts'
import { en as today } from '#web/domains/shipments/widgets/texts.en.ts'
import { en as tanks } from '#web/domains/tanks/texts.en.ts'
import { en as accuracy } from '#web/domains/telemetry/accuracyTexts.en.ts'
import { en as forecastReasons } from '#web/domains/telemetry/reasonTexts.en.ts'
import { en as telemetry } from '#web/domains/telemetry/texts.en.ts'
import { en as tools } from '#web/domains/tools/texts.en.ts'
import { en as ui } from '#web/platform/texts.en.ts'
import { en as contacts } from '#web/resources/contactTexts.en.ts'
import { en as history } from '#web/resources/record/historyTexts.en.ts'
import { en as scan } from '#web/resources/scan/texts.en.ts'
import { en as resources } from '#web/resources/texts.en.ts'
import { en as signInPage } from './signInTexts.en.ts'
import { en as app } from './texts.en.ts'

/**
 * All texts in English, including mails. The client loads the files themselves (`dailyEnglish.ts`); here a name shared by two
 * parts, or a missing Spanish text, does not compile.
 */
export const english = mergeTexts({
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
