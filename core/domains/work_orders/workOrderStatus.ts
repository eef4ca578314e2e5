/** The statuses of work orders by their names; the numbers are the wire's and never change. */
export const WORK_ORDER_STATUS = {
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
} as const

export type WorkOrderStatus = keyof typeof WORK_ORDER_STATUS

export const WORK_ORDER_STATUS_IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18] as const

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

/** What may follow what. The screen draws its buttons from this, the server refuses by it. */
const NEXT: Record<WorkOrderStatus, readonly WorkOrderStatus[]> = {
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
  cancelled: [],
  void: [],
}

/** Nothing is left to do in these; the dashboard leaves them out. */
export const DONE_WORK_ORDERS: readonly number[] = [
  WORK_ORDER_STATUS.closed,
  WORK_ORDER_STATUS.cancelled,
  WORK_ORDER_STATUS.work_completed,
  WORK_ORDER_STATUS.void,
]

/** What is over stays as it is. */
export const LOCKED_WORK_ORDERS: readonly number[] = [
  WORK_ORDER_STATUS.closed,
  WORK_ORDER_STATUS.cancelled,
  WORK_ORDER_STATUS.void,
]

/** The statuses that a work order may get from here, by their numbers. Throws for a number that is none. */
export function nextWorkOrderStatuses(status_id: number): number[] {
  const found = (Object.entries(WORK_ORDER_STATUS) as [WorkOrderStatus, number][]).find(
    ([, value]) => value === status_id,
  )
  if (!found) throw new RangeError(`no work order status: ${status_id}`)
  return NEXT[found[0]].map((name) => WORK_ORDER_STATUS[name])
}
