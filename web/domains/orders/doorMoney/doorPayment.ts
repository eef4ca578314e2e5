import type { listDoorMoney } from '#core/domains/orders/doorMoneyCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'

export type DoorPayment = ResponseOf<typeof listDoorMoney>['door_money'][number]
