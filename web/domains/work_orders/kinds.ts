import { lazy } from 'react'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { contactsTab, notesTab } from '#web/domains/people/contacts/contactTabs.tsx'
import type { Kinds } from '#web/resources/kind.ts'
import { openList } from '#web/resources/list/openList.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'

export const workOrderKind: RecordKind = {
  tabs: [contactsTab(work_orders), notesTab(work_orders)],
  Aside: lazy(() => import('./WorkOrderAside.tsx').then((m) => ({ default: m.WorkOrderAside }))),
}

export const kinds: Kinds = { [work_orders.name]: { list: openList, record: workOrderKind } }
