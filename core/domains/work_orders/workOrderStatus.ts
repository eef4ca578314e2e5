import { defineStatuses } from '#core/resources/statuses/statuses.ts'

const FROM_NEW = ['received', 'open', 'quoted', 'deferred', 'cancelled', 'void'] as const
const FROM_OPEN = [
  'working',
  'in_progress',
  'quoted',
  'on_hold',
  'awaiting_info',
  'deferred',
  'cancelled',
] as const
const FROM_WORK = [
  'parts_on_order',
  'on_hold',
  'awaiting_info',
  'open_extended',
  'work_completed',
  'cancelled',
] as const
const FROM_WAITING = ['working', 'in_progress', 'open', 'cancelled'] as const

/** The statuses of a work order and their transitions. The numbers are part of the API and never change. */
export const workOrderStatuses = defineStatuses(
  {
    requested: 1,
    working: 2,
    closed: 3,
    received: 4,
    quoted: 5,
    approved: 6,
    cancelled: 7,
    work_completed: 8,
    void: 9,
    new_request: 10,
    in_progress: 11,
    open: 12,
    open_extended: 13,
    parts_on_order: 14,
    on_hold: 15,
    awaiting_info: 16,
    awaiting_funding: 17,
    deferred: 18,
  },
  {
    new_request: FROM_NEW,
    requested: FROM_NEW,
    received: FROM_OPEN,
    open: FROM_OPEN,
    open_extended: FROM_OPEN,
    quoted: ['approved', 'awaiting_funding', 'cancelled', 'void'],
    awaiting_funding: ['approved', 'cancelled'],
    approved: ['working', 'in_progress', 'parts_on_order', 'cancelled'],
    working: FROM_WORK,
    in_progress: FROM_WORK,
    parts_on_order: FROM_WAITING,
    on_hold: FROM_WAITING,
    awaiting_info: FROM_WAITING,
    deferred: FROM_WAITING,
    work_completed: ['closed', 'in_progress'],
    closed: ['open_extended'],
  },
  {
    first: 'new_request',
    done: ['closed', 'cancelled', 'work_completed', 'void'],
    final: ['closed', 'cancelled', 'void'],
    waiting: ['requested', 'parts_on_order', 'on_hold', 'awaiting_info', 'awaiting_funding', 'deferred'],
    dropped: ['cancelled', 'void'],
    over: 'messages.work_order_over',
  },
)

/** The numbers of the statuses by name. */
export const WORK_ORDER_STATUS = workOrderStatuses.is

export type WorkOrderStatus = keyof typeof WORK_ORDER_STATUS
