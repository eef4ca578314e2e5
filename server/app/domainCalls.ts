import type { FastifyRequest } from 'fastify'
import * as calls from '#core/platform/productCalls.ts'
import { apiKeyCalls } from '#server/domains/access/apiKeys/apiKeyRoutes.ts'
import { calendarCalls } from '#server/domains/access/calendar/calendarRoutes.ts'
import { accessCalls, resetCalls } from '#server/domains/access/routes.ts'
import { secondFactorCalls } from '#server/domains/access/secondFactor/secondFactorCalls.ts'
import { sessionCalls } from '#server/domains/access/sessions/sessionCalls.ts'
import { invitationCalls } from '#server/domains/access/signUp/invitationCalls.ts'
import { signUpCalls } from '#server/domains/access/signUp/signUpCalls.ts'
import { singleSignOnCalls } from '#server/domains/access/singleSignOn/routes.ts'
import { accountCalls } from '#server/domains/access/users/accountCalls.ts'
import { badgeCalls } from '#server/domains/access/users/badgeCalls.ts'
import { alertCalls } from '#server/domains/alerts/routes.ts'
import { companyCalls } from '#server/domains/companies/routes.ts'
import { dashboardCalls } from '#server/domains/dashboard/routes.ts'
import { deviceCalls } from '#server/domains/devices/routes.ts'
import { proposalCalls } from '#server/domains/dispatch/proposals/routes.ts'
import { dispatchCalls } from '#server/domains/dispatch/routes.ts'
import { financeCalls } from '#server/domains/finance/routes.ts'
import { helpCalls } from '#server/domains/help/routes.ts'
import { channelCalls } from '#server/domains/notifications/channels/channelRoutes.ts'
import type { Transports } from '#server/domains/notifications/channels/testChannel.ts'
import { notificationCalls } from '#server/domains/notifications/routes.ts'
import { webhookCalls } from '#server/domains/notifications/webhooks/webhookRoutes.ts'
import { orderCalls } from '#server/domains/orders/routes.ts'
import { contactCalls } from '#server/domains/people/contactCalls.ts'
import { peopleCalls } from '#server/domains/people/routes.ts'
import { priceCalls } from '#server/domains/prices/routes.ts'
import { referenceCalls } from '#server/domains/settings/referenceLists.ts'
import { healthCalls, settingCalls } from '#server/domains/settings/routes.ts'
import { deliveryCalls } from '#server/domains/shipments/deliveries/routes.ts'
import { driverCalls, ticketCalls } from '#server/domains/shipments/driver/driverRoutes.ts'
import { deliveryCheckCalls } from '#server/domains/shipments/matching/routes.ts'
import { onTruckCalls } from '#server/domains/shipments/onTruck/routes.ts'
import { shipmentCalls, timelineCalls } from '#server/domains/shipments/routes.ts'
import { tankCalls } from '#server/domains/tanks/routes.ts'
import type { Receiver } from '#server/domains/telemetry/connections/receiveUplinks.ts'
import { connectionCalls } from '#server/domains/telemetry/connections/routes.ts'
import type { UplinkQueue } from '#server/domains/telemetry/intake/uplinkQueue.ts'
import { telemetryCalls } from '#server/domains/telemetry/routes.ts'
import { scanCalls, toolCalls } from '#server/domains/tools/routes.ts'
import type { TravelTimes } from '#server/domains/travel/travelTimes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Encryptor } from '#server/platform/encryptor.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import type { LiveHub } from '#server/platform/live.ts'
import { noSession } from '#server/platform/refusal.ts'
import { savedViewCalls } from '#server/resources/views/savedViews.ts'
import type { Readiness } from './readiness.ts'

/** Services that calls need in addition to the database: transports and the notifications of other servers. */
export interface Services {
  db: Database
  intake: UplinkQueue
  receiver: Receiver
  live: LiveHub
  encryptor: Encryptor
  buildVersion: string
  publicUrl: string
  transports: Transports
  travel: TravelTimes
  readiness: () => Promise<Readiness>
  /** Reads metrics by their names. */
  readFigures: (names: readonly string[]) => Promise<Record<string, number>>
  /** Calls back when another server changed a user's rights; without an id, for any user. */
  onAccessChanged: (call: (user_id?: number) => void) => void
  /** Calls back when the fields of records were changed. */
  onDefinitionsChanged: (call: () => Promise<void>) => void
}

/** Sign-in, sessions, and the users themselves. */
function callsOfUsers({ encryptor, publicUrl }: Services): Call[] {
  return [
    ...accessCalls,
    ...accountCalls,
    ...apiKeyCalls,
    ...calendarCalls({ publicUrl }),
    ...resetCalls,
    ...invitationCalls({ publicUrl }),
    ...sessionCalls,
    ...signUpCalls,
    ...singleSignOnCalls({ publicUrl }),
    ...dashboardCalls,
    ...secondFactorCalls({ encryptor, publicUrl }),
    ...badgeCalls(encryptor),
  ]
}

function productCalls({ buildVersion, live }: Services): Call[] {
  return handleAll('product', calls, {
    readBuild: {
      summary: 'The build of the product',
      run: async () => ({ build_version: buildVersion }),
    },
    openLive: {
      summary: 'A stream of events: which devices and alerts changed',
      writesReply: true,
      run: async ({ actor }, { query, request, reply }) => {
        live.open(actor, reply, () => actorAgain(request), query.loading_ms)
        return undefined
      },
    },
  })
}

/** The calls of the domains, in addition to the standard ones of every kind of record. */
export function domainCalls(services: Services): Call[] {
  const { db, intake, receiver, encryptor, publicUrl, transports, travel, readFigures } = services
  return [
    ...callsOfUsers(services),
    ...peopleCalls({ publicUrl }),
    ...contactCalls,
    ...telemetryCalls(intake, db),
    ...connectionCalls(receiver, publicUrl),
    ...deviceCalls,
    ...alertCalls,
    ...tankCalls,
    ...toolCalls,
    ...scanCalls({ encryptor, publicUrl }),
    ...savedViewCalls,
    ...companyCalls(encryptor),
    ...helpCalls,
    ...notificationCalls,
    ...channelCalls(transports),
    ...webhookCalls,
    ...orderCalls,
    ...priceCalls,
    ...shipmentCalls(travel),
    ...dispatchCalls(travel),
    ...proposalCalls(travel),
    ...deliveryCalls({ publicUrl }),
    ...timelineCalls,
    ...driverCalls(travel),
    ...ticketCalls,
    ...deliveryCheckCalls,
    ...onTruckCalls,
    ...settingCalls,
    ...healthCalls(readFigures),
    ...referenceCalls,
    ...financeCalls(encryptor),
    ...productCalls(services),
  ]
}

/** The caller's current actor. */
function actorAgain({ actorAgain: resolve }: FastifyRequest) {
  if (!resolve) throw noSession()
  return resolve()
}
