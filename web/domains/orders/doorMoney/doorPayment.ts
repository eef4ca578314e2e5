import type { listDoorMoney } from '#core/domains/orders/doorMoneyCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'

export type DoorPayment = AnswerOf<typeof listDoorMoney>['door_money'][number]
