import type { listDoorMoney } from '#core/domains/orders/doorMoneyCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'

/** Money from the door as the office's list tells it. */
export type DoorPayment = AnswerOf<typeof listDoorMoney>['door_money'][number]
