import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { work_orders } from '#core/domains/work_orders/work_orders.ts'
import { WORK_ORDER_STATUS } from '#core/domains/work_orders/workOrderStatus.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import { ResourceList } from '#web/resources/list/ResourceList.tsx'
import { ResourceRecord } from '#web/resources/record/ResourceRecord.tsx'
import { answering, editRecord, showScreen } from '#web/resources/testing/showScreen.tsx'
import { kinds, workOrderKind } from './kinds.tsx'
import { WorkOrderHeader } from './WorkOrderHeader.tsx'

const order = {
  id: 7,
  wo_number: 'WO-7',
  company_id: 12,
  company_title: 'Prairie Star Propane',
  work_performed: 'Changed the gauge',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const show = (status_id: number) => {
  answering({})
  const record = { ...order, status_id }
  showScreen(<ResourceForm resource={work_orders} record={record} kind={workOrderKind} onSaved={vi.fn()} />)
}

test.each(['closed', 'cancelled', 'void'] as const)(
  'a work order that is %s is read-only, and shows why',
  (status) => {
    show(WORK_ORDER_STATUS[status])
    expect(screen.getByText(/This work order is finished/)).toBeTruthy()
    expect(screen.getByText('Changed the gauge')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /^(Save|Edit)/ })).toBeNull()
  },
)

test.each([
  ['Valve stuck\nsince Monday', 'Valve stuck WO-7'],
  [null, 'WO-7'],
])('the list names a work order by its problem, then its number: %j', (reason_for_return, name) => {
  const Cell = kinds['work_orders']!.list!.columns!['wo_number']!.Cell
  showScreen(
    <div role="note">
      <Cell record={{ ...order, reason_for_return }} />
    </div>,
  )
  expect(screen.getByRole('note').textContent).toBe(name)
})

test('the list has the whole name of a device with its customer, and who did the work when in one column', async () => {
  const row = {
    ...{ ...order, status_id: 8, customer: 'Prairie Star Propane', created_at: '2026-01-01T00:00:00Z' },
    ...{ device_id: 3, device_title: 'LT-3', device_name: 'Storage yard – North Platte · Propane' },
    ...{ performed_by: 4, performed_by_title: 'Dale Kowalski', date_performed: '2026-01-02' },
  }
  const sent = answering({
    'GET /work_orders?': { work_orders: [row], page: { page_num: 1, page_size: 25, total_records: 1 } },
    'GET /': {},
  })
  showScreen(
    <ResourceList
      resource={work_orders}
      kind={kinds['work_orders']!.list!}
      addressOf={(id) => `/work_order/${id}`}
    />,
  )
  const cell = (await screen.findByText('Storage yard – North Platte · Propane')).closest('td')!
  expect(cell.textContent).toContain('LT-3 · Prairie Star Propane')
  expect(screen.getByText('Dale Kowalski').closest('td')!.textContent).toContain('Jan 2, 2026')
  expect(screen.queryByRole('columnheader', { name: 'Performed on' })).toBeNull()
  expect(sent.find(({ call }) => call.startsWith('GET /work_orders?'))!.call).toMatch(/customer/)
})

test('an open work order can be edited', async () => {
  show(WORK_ORDER_STATUS.new_request)
  expect(screen.queryByText(/This work order is finished/)).toBeNull()
  await editRecord()
  expect(screen.getByLabelText(/Work performed/)).toHaveProperty('disabled', false)
})

test('a work order is titled by its number and problem', () => {
  const titleOf = (reason_for_return: string | null) =>
    workOrderKind.titleOf?.({ ...order, reason_for_return })
  expect(titleOf('Gauge stuck\nSince May')).toBe('WO-7 · Gauge stuck')
  expect(titleOf('x'.repeat(200))).toBe(`WO-7 · ${'x'.repeat(79)}…`)
  expect(titleOf(null)).toBeUndefined()
})

test('the path to a work order names its number; the problem is in its title', async () => {
  answering({
    'GET /work_orders/7': {
      work_order: { ...order, status_id: 10, reason_for_return: 'Gauge stuck', created_at: order.updated_at },
    },
    'GET /work_orders/7/history': { audit_entries: [], next: null },
    'GET /': {},
  })
  showScreen(
    <ResourceRecord
      resource={work_orders}
      kind={{ titleOf: workOrderKind.titleOf! }}
      id="7"
      listAddress="/work_orders"
      onSaved={() => {}}
      onRemoved={() => {}}
    />,
  )
  expect(await screen.findByRole('heading', { level: 1, name: 'WO-7 · Gauge stuck' })).toBeTruthy()
  expect(screen.getByText('WO-7')).toBeTruthy()
})

test('the age of a work order is above its steps', () => {
  answering({})
  const created_at = new Date().toISOString()
  showScreen(<WorkOrderHeader record={{ ...order, created_at, status_id: WORK_ORDER_STATUS.new_request }} />)
  const [step] = screen.getAllByRole('button')
  const age = screen.getByText(/^Created/)
  expect(age.compareDocumentPosition(step!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
