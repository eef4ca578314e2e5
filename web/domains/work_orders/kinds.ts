import { lazy } from 'react'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { contactsTab, notesTab } from '#web/domains/people/contacts/contactTabs.tsx'
import type { Kinds } from '#web/resources/kind.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { openList } from '#web/resources/list/openList.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'

/** Long enough for a sentence, short enough for one line of a title. */
const MAX_PROBLEM_LENGTH = 80

export const workOrderKind: RecordKind = {
  // The problem says more than a number.
  titleOf: ({ wo_number, reason_for_return }) => {
    const problem = String(reason_for_return ?? '').split('\n', 1)[0]
    if (!problem) return undefined
    const isLong = problem.length > MAX_PROBLEM_LENGTH
    return `${wo_number} · ${isLong ? `${problem.slice(0, MAX_PROBLEM_LENGTH - 1)}…` : problem}`
  },
  Header: lazy(() => import('./WorkOrderHeader.tsx').then((m) => ({ default: m.WorkOrderHeader }))),
  tabs: [contactsTab(work_orders), notesTab(work_orders)],
  Aside: lazy(() => import('./WorkOrderAside.tsx').then((m) => ({ default: m.WorkOrderAside }))),
}

const workOrderList: ListKind = {
  ...openList,
  standard: [
    ...['wo_number', 'reason_for_return', 'status_id', 'device_id'],
    ...['wo_requested_by', 'performed_by', 'date_performed'],
  ],
}

export const kinds: Kinds = { [work_orders.name]: { list: workOrderList, record: workOrderKind } }
