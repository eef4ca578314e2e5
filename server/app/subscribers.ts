import { mailReset } from '#server/domains/access/resetPassword.ts'
import { mailSignUp } from '#server/domains/access/signUp.ts'
import { closeAlertsOfMovedDevice } from '#server/domains/alerts/closeAlertsOfMovedDevice.ts'
import { judgeReadings } from '#server/domains/alerts/judgeReadings.ts'
import { deliverNotification } from '#server/domains/notifications/staffNotifications.ts'
import {
  tellOfAcceptedInvitation,
  tellOfSignInChange,
  tellOfSignUp,
} from '#server/domains/notifications/tellOfAccess.ts'
import { tellOfAlert, tellOfClosedAlert } from '#server/domains/notifications/tellOfAlerts.ts'
import { tellOfShipment, tellOfWorkOrder } from '#server/domains/notifications/tellOfWork.ts'
import type { Subscribers } from '#server/platform/events.ts'

/** What follows from what. Each runs after its cause is committed, once, until it succeeds. */
export const subscribers: Subscribers = {
  'readings.stored': [judgeReadings],
  'alert.opened': [tellOfAlert],
  'alert.closed': [tellOfClosedAlert],
  'reset.requested': [mailReset],
  'sign_up.requested': [mailSignUp],
  'notification.sent': [deliverNotification],
  'work_order.changed': [tellOfWorkOrder],
  'shipment.changed': [tellOfShipment],
  'sign_in.changed': [tellOfSignInChange],
  'invitation.accepted': [tellOfAcceptedInvitation],
  'sign_up.confirmed': [tellOfSignUp],
  'device.moved': [closeAlertsOfMovedDevice],
}
