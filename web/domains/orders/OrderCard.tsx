import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { placeName } from '#core/domains/devices/placeName.ts'
import { isReceivable, PLANNABLE_STATUSES } from '#core/domains/orders/documentStatus.ts'
import type { order_figures } from '#core/domains/orders/order_figures.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { volumeUnit } from '#core/platform/numbers/units.ts'
import type { RecordOf } from '#core/resources/definition.ts'
import { NextDelivery, useNextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { useDayText } from '#web/platform/format/useDayText.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FieldText } from '#web/resources/kinds/FieldText.tsx'
import { useIsOverdue } from '#web/resources/kinds/useIsOverdue.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

export const ORDER_FIGURES = ['line_products', 'line_litres', 'line_gallons']

export const ORDER_CARD_FIELDS = [
  ...ORDER_FIGURES,
  ...['document_number', 'company_id', 'line_place', 'status_id'],
  ...['document_date', 'due_date', 'wished_date', 'grand_total', 'balance'],
]

interface OfOrder {
  record: ShownRecord<typeof transaction_documents> & Partial<RecordOf<typeof order_figures>>
}

/** The number; for readers who are neither seller nor customer also the seller, whose series it belongs to. */
export function OrderNumber({ record }: OfOrder) {
  const { company_id } = useUser()
  return (
    <>
      <FieldText resource={transaction_documents} name="document_number" record={record} />
      {company_id !== record.company_id && company_id !== record.seller_id && (
        <SecondLine text={record.seller_title} maw={160} />
      )}
    </>
  )
}

function SecondLine({ text, maw = 222 }: { text: string | null | undefined; maw?: number }) {
  return (
    text && (
      <Text span display="block" maw={maw} size="xs" c="dimmed" truncate dir="auto" title={text}>
        {text}
      </Text>
    )
  )
}

/** The place with the products of the lines only: the products of all its tanks may include others. */
function placeOf({ line_place, line_products }: OfOrder['record']): string {
  return placeName({ label: line_place ?? null, public_id: '', products: [line_products ?? null] })
}

/** The customer and the place; readers of their own orders see the place only. */
export function OrderPlace({ record }: OfOrder) {
  const { company_id } = useUser()
  const place = placeOf(record)
  const [first, second] = record.company_id === company_id ? [place] : [record.company_title, place]
  return (
    <>
      <Text span display="block" maw={222} size="sm" truncate dir="auto" title={first ?? undefined}>
        {first}
      </Text>
      <SecondLine text={second} />
    </>
  )
}

const StatusBadge = ({ record }: OfOrder) => (
  <FieldText resource={transaction_documents} name="status_id" record={record} />
)

function StatusUnlessOnTheWay({ record }: OfOrder) {
  const next = useNextDelivery({ document_id: Number(record.document_id) })
  return !next?.on_the_way && !next?.done_at && <StatusBadge record={record} />
}

/** The status; for an order on its way or just delivered the delivery replaces the status "waiting". */
export function OrderState({ record }: OfOrder) {
  return record.document_type === 'sales_order' ? (
    <StatusUnlessOnTheWay record={record} />
  ) : (
    <StatusBadge record={record} />
  )
}

/** The day by which an order that can still be planned is wanted. */
function wantedDayOf({ status_id, wished_date }: OfOrder['record']): string | null {
  return PLANNABLE_STATUSES.includes(Number(status_id)) ? (wished_date ?? null) : null
}

/** The next delivery of an order, or else the day by which it is wanted, or else something else. */
function OrderDelivery({ record, otherwise }: OfOrder & { otherwise?: ReactNode }) {
  const { t } = useTranslation()
  const { day } = useDayText()
  const wantedDay = wantedDayOf(record)
  return (
    <NextDelivery
      of={{ document_id: Number(record.document_id) }}
      otherwise={
        wantedDay ? (
          <Text size="xs" c="dimmed">
            {t('telemetry.next.ordered_for', { day: day(wantedDay) })}
          </Text>
        ) : (
          otherwise
        )
      }
    />
  )
}

/** The status, and the delivery that is planned or on the way. */
export function OrderStatus({ record }: OfOrder) {
  return (
    <>
      <OrderState record={record} />
      {record.document_type === 'sales_order' && <OrderDelivery record={record} />}
    </>
  )
}

const volumeOf = ({ line_gallons, line_litres }: OfOrder['record']) => line_gallons ?? line_litres

/** The volume of an order's lines, with their products on request. */
export function OrderQuantity({ record }: OfOrder) {
  const { units, quantity } = useFormat()
  const volume = volumeOf(record)
  if (volume == null) return null
  return (
    <span title={record.line_products ?? undefined} data-figures>
      {quantity(Number(volume), volumeUnit(units), Math.abs(Number(volume)) < 10 ? 1 : 0)}
    </span>
  )
}

/** When it is due or dated; for an order that is planned or wanted by a day, that. */
export function OrderWhen({ record }: OfOrder) {
  const date = <DueOrDate record={record} />
  return record.document_type === 'sales_order' ? <OrderDelivery record={record} otherwise={date} /> : date
}

function DueOrDate({ record }: OfOrder) {
  const { t } = useTranslation()
  const { date } = useFormat()
  const { balance, due_date, document_date } = record
  const isPastDue = useIsOverdue(transaction_documents, 'due_date', record)
  const isOwed = Number(balance ?? 0) > 0 && Boolean(due_date)
  const isOverdue = isOwed && isPastDue
  const day = isOwed ? due_date : document_date
  if (!day) return null
  return (
    <Text size="xs" c={isOverdue ? 'urgent' : 'dimmed'} fw={isOverdue ? 600 : undefined}>
      {t(`telemetry.next.${isOverdue ? 'overdue' : isOwed ? 'due' : 'dated'}`, { day: date(day) })}
    </Text>
  )
}

/** The day on which money is due; nothing is owed for an order or a quote yet. */
export function OrderDue({ record }: OfOrder) {
  return (
    isReceivable(record.document_type) && (
      <FieldText resource={transaction_documents} name="due_date" record={record} />
    )
  )
}

/** An order or invoice as a card: for whom, where and how much, when it comes or is due, and its total. */
export function OrderCard({ record, address }: OfOrder & { address: string }) {
  const { company_id } = useUser()
  const word = (name: string) => <FieldText resource={transaction_documents} name={name} record={record} />
  return (
    <Stack gap={2}>
      <Group justify="space-between" wrap="nowrap">
        <Text component={Link} to={address} data-is-whole fw={600} truncate>
          {word('document_number')}
        </Text>
        <OrderState record={record} />
      </Group>
      {record.company_id !== company_id && (
        <Text size="sm" truncate dir="auto">
          {record.company_title}
        </Text>
      )}
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed" truncate dir="auto">
          {placeOf(record)}
        </Text>
        <Text size="xs" c="dimmed" component="div" style={{ flex: 'none' }}>
          <OrderQuantity record={record} />
        </Text>
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-end">
        <OrderWhen record={record} />
        <Text size="sm" fw={600} component="div" data-figures style={{ flex: 'none' }}>
          {word('grand_total')}
        </Text>
      </Group>
    </Stack>
  )
}
