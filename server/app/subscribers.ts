import { mailReset } from '#server/domains/access/resetPassword.ts'
import { mailSignUp } from '#server/domains/access/signUp.ts'
import { closeAlertsOfMovedDevice } from '#server/domains/alerts/closeAlertsOfMovedDevice.ts'
import { closeAlertsOfUnwatchedDevices } from '#server/domains/alerts/closeAlertsOfUnwatchedDevices.ts'
import { judgeReadings } from '#server/domains/alerts/judgeReadings.ts'
import { outdateLevels, renewOutdated } from '#server/domains/devices/followLevelBasis.ts'
import { deliverNotification } from '#server/domains/notifications/staffNotifications.ts'
import {
  tellOfAcceptedInvitation,
  tellOfSignInChange,
  tellOfSignUp,
} from '#server/domains/notifications/tellOfAccess.ts'
import { tellOfAlerts, tellOfClosedAlerts } from '#server/domains/notifications/tellOfAlerts.ts'
import { tellOfFailedBackup } from '#server/domains/notifications/tellOfFailedBackup.ts'
import { tellOfShipment, tellOfWorkOrder } from '#server/domains/notifications/tellOfWork.ts'
import { estimateStored } from '#server/domains/telemetry/estimateLevels.ts'
import { each, type Subscribers, together } from '#server/platform/events.ts'

/** What follows from what. Each runs after its cause is committed, once, until it succeeds. */
export const subscribers: Subscribers = {
  'readings.stored': [together(estimateStored), together(judgeReadings)],
  'levels.estimated': [together(judgeReadings)],
  'tank.changed': [together(estimateStored), together(judgeReadings)],
  'level_basis.changed': [each(outdateLevels)],
  'levels.outdated': [each(renewOutdated)],
  'device.status_changed': [together(closeAlertsOfUnwatchedDevices), together(judgeReadings)],
  'alert.opened': [tellOfAlerts],
  'alert.closed': [tellOfClosedAlerts],
  'reset.requested': [each(mailReset)],
  'sign_up.requested': [each(mailSignUp)],
  'notification.sent': [each(deliverNotification)],
  'work_order.changed': [each(tellOfWorkOrder)],
  'shipment.changed': [each(tellOfShipment)],
  'sign_in.changed': [each(tellOfSignInChange)],
  'invitation.accepted': [each(tellOfAcceptedInvitation)],
  'sign_up.confirmed': [each(tellOfSignUp)],
  'backup.failed': [each(tellOfFailedBackup)],
  'device.moved': [each(closeAlertsOfMovedDevice)],
}
