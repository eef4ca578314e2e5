import { Text } from '@mantine/core'
import { lazy } from 'react'
import type { work_order_figures } from '#core/domains/work_orders/work_order_figures.ts'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { contactsTab, notesTab } from '#web/domains/people/contacts/contactTabs.tsx'
import type { Kinds } from '#web/resources/kind.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import type { ListKind } from '#web/resources/list/listKind.ts'
import { openList } from '#web/resources/list/openList.ts'
import { nameOfReference } from '#web/resources/nameOfReference.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

/** Long enough for a sentence, short enough for one line of a title. */
const MAX_PROBLEM_LENGTH = 80

/** The first line of the problem, shortened; empty if nothing was entered. */
function problemOf({ reason_for_return }: AnyRecord): string {
  const [problem = ''] = String(reason_for_return ?? '').split('\n', 1)
  return problem.length > MAX_PROBLEM_LENGTH ? `${problem.slice(0, MAX_PROBLEM_LENGTH - 1)}…` : problem
}

/** The problem, which says more than a number, then the number. */
function WorkOrderName({ record }: { record: AnyRecord }) {
  const problem = problemOf(record)
  if (!problem) return String(record.wo_number)
  return (
    <>
      {problem}{' '}
      <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {String(record.wo_number)}
      </Text>
    </>
  )
}

type Listed = ShownRecord<typeof work_orders> & Partial<RecordOf<typeof work_order_figures>>

/** The full place name of the device, then its id and its customer: two lines in a table, one in a card. */
function WorkOrderDevice({ record }: { record: Listed }) {
  const device = nameOfReference(record, 'device_id')
  return (
    <>
      <Text span inherit lineClamp={1} maw="clamp(14rem, 33cqi, 34rem)" dir="auto">
        {device?.name}
      </Text>{' '}
      <Text span size="xs" c="dimmed" lineClamp={1} dir="auto">
        {[device?.code, record.customer].filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}

/** Who performed it, and when. */
function WorkOrderDone({ record }: { record: Listed }) {
  if (!record.performed_by && !record.date_performed) return null
  return (
    <>
      <FieldText resource={work_orders} name="performed_by" record={record} />{' '}
      <Text span size="xs" c="dimmed" lineClamp={1}>
        <FieldText resource={work_orders} name="date_performed" record={record} />
      </Text>
    </>
  )
}

export const workOrderKind: RecordKind = {
  titleOf: (record) => {
    const problem = problemOf(record)
    return problem ? `${record.wo_number} · ${problem}` : undefined
  },
  // The title has the number, and a phone number shows its country.
  readAs: { wo_number: null, country_id: null },
  Header: lazy(() => import('./WorkOrderHeader.tsx').then((m) => ({ default: m.WorkOrderHeader }))),
  tabs: [contactsTab(work_orders), notesTab(work_orders)],
  Aside: lazy(() => import('./WorkOrderAside.tsx').then((m) => ({ default: m.WorkOrderAside }))),
}

const workOrderList: ListKind = {
  ...openList,
  columns: {
    wo_number: {
      text: 'records.work_orders.single',
      sort: 'wo_number',
      needs: ['reason_for_return'],
      inFiles: ['wo_number', 'reason_for_return'],
      Cell: WorkOrderName,
    },
    created_at: {
      text: 'resources.created',
      sort: 'created_at',
      needs: ['created_at'],
      Cell: ({ record }: { record: AnyRecord }) => <RelativeTime at={String(record['created_at'])} />,
    },
    device_id: {
      text: 'records.work_orders.fields.device_id',
      sort: 'device_id',
      needs: ['device_id', 'customer'],
      inFiles: ['device_id', 'customer'],
      Cell: WorkOrderDevice,
    },
    performed_by: {
      text: 'records.work_orders.fields.performed_by',
      sort: 'performed_by',
      needs: ['performed_by', 'date_performed'],
      inFiles: ['performed_by', 'date_performed'],
      Cell: WorkOrderDone,
    },
  },
  standard: ['wo_number', 'status_id', 'created_at', 'device_id', 'performed_by'],
}

export const kinds: Kinds = { [work_orders.name]: { list: workOrderList, record: workOrderKind } }
