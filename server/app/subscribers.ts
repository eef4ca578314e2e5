import { mailReset } from '#server/domains/access/password/resetPassword.ts'
import { mailSignUp } from '#server/domains/access/signUp/signUp.ts'
import {
  closeAlertsOfMovedDevice,
  closeAlertsOfUnwatchedDevices,
} from '#server/domains/alerts/closeAlertsOfDevices.ts'
import { judgeReadings, judgeStored } from '#server/domains/alerts/judgeReadings.ts'
import { markLevelsOutdated, renewOutdatedLevels } from '#server/domains/devices/outdatedLevels.ts'
import { escalate } from '#server/domains/notifications/escalate.ts'
import {
  notifyOfAcceptedInvitation,
  notifyOfSignInChange,
  notifyOfSignUp,
} from '#server/domains/notifications/notifyOfAccess.ts'
import { notifyOfAlerts, notifyOfClosedAlerts } from '#server/domains/notifications/notifyOfAlerts.ts'
import { notifyOfFailedBackup } from '#server/domains/notifications/notifyOfFailedBackup.ts'
import { notifyOfForecasts } from '#server/domains/notifications/notifyOfForecasts.ts'
import { notifyOfShipment, notifyOfWorkOrder } from '#server/domains/notifications/notifyOfWork.ts'
import { deliverNotification } from '#server/domains/notifications/staffNotifications.ts'
import {
  queueChanges,
  queueReadings,
  reportReadings,
} from '#server/domains/notifications/webhooks/queueDeliveries.ts'
import { mailStatement } from '#server/domains/orders/accounts/mailStatements.ts'
import { carryOnBilling } from '#server/domains/orders/billing/billingRun.ts'
import { mailInvoices } from '#server/domains/orders/billing/mailInvoices.ts'
import { carryOnUndoing } from '#server/domains/orders/billing/undoBilling.ts'
import { renewContradicted } from '#server/domains/telemetry/forecasts/forecastRunOut.ts'
import { estimateOutdated } from '#server/domains/telemetry/levels/estimateLevels.ts'
import { recordDelivered } from '#server/domains/telemetry/levels/recordDelivered.ts'
import { carryOnImport } from '#server/domains/tools/imports/importJob.ts'
import { type Subscribers, subscribeInBatches, subscribeToEach } from '#server/platform/jobs/events.ts'

/** Subscribers by event. Each runs after its event is committed, once, until it succeeds. */
export const subscribers: Subscribers = {
  'readings.stored': [subscribeInBatches(judgeStored), subscribeInBatches(reportReadings)],
  'readings.outdated': [subscribeInBatches(estimateOutdated), subscribeInBatches(judgeReadings)],
  'forecasts.contradicted': [subscribeInBatches(renewContradicted)],
  'levels.estimated': [subscribeInBatches(judgeReadings)],
  'tank.changed': [subscribeInBatches(judgeStored)],
  'level_basis.changed': [subscribeToEach(markLevelsOutdated)],
  'levels.outdated': [subscribeToEach(renewOutdatedLevels)],
  'device.status_changed': [
    subscribeInBatches(closeAlertsOfUnwatchedDevices),
    subscribeInBatches(judgeReadings),
  ],
  'alert.opened': [notifyOfAlerts],
  'alert.woken': [notifyOfAlerts],
  'alert.unanswered': [subscribeToEach(escalate)],
  'alert.closed': [notifyOfClosedAlerts],
  'reset.requested': [subscribeToEach(mailReset)],
  'sign_up.requested': [subscribeToEach(mailSignUp)],
  'notification.sent': [subscribeToEach(deliverNotification)],
  'work_order.changed': [subscribeToEach(notifyOfWorkOrder)],
  'shipment.changed': [subscribeToEach(notifyOfShipment), subscribeToEach(recordDelivered)],
  'sign_in.changed': [subscribeToEach(notifyOfSignInChange)],
  'invitation.accepted': [subscribeToEach(notifyOfAcceptedInvitation)],
  'sign_up.confirmed': [subscribeToEach(notifyOfSignUp)],
  'backup.failed': [subscribeToEach(notifyOfFailedBackup)],
  'forecasts.reviewed': [subscribeToEach(notifyOfForecasts)],
  'record.changed': [queueChanges],
  'readings.to_report': [subscribeInBatches(queueReadings)],
  'import.due': [subscribeToEach(carryOnImport)],
  'billing.due': [subscribeToEach(carryOnBilling)],
  'statement.due': [subscribeToEach(mailStatement)],
  'billing.undo_due': [subscribeToEach(carryOnUndoing)],
  'billing.mails_due': [subscribeToEach(mailInvoices)],
  'device.moved': [subscribeToEach(closeAlertsOfMovedDevice)],
}
