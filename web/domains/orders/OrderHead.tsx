import { Badge, Button } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import type { closeShort, convertDocument } from '#core/domains/orders/calls.ts'
import {
  conversionsOf,
  DOCUMENT_STATUS,
  type DocumentType,
  isToDeliver,
} from '#core/domains/orders/documentStatus.ts'
import { isUnpriced } from '#core/domains/orders/figuresLeave.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import type { OrderRecord } from '#web/domains/orders/orderRecord.ts'
import { NextDelivery } from '#web/domains/telemetry/tank/NextDelivery.tsx'
import { TankActions } from '#web/domains/telemetry/tank/TankActions.tsx'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { toastIssues } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StatusSteps, useStep } from '#web/resources/record/StatusSteps.tsx'
import { ReasonDialog } from '#web/ui/ReasonDialog.tsx'
import { ConvertDialog } from './ConvertDialog.tsx'
import { CreditButton } from './credit/CreditButton.tsx'
import { idOf } from './idOf.ts'
import { useMoneyStep } from './owed/useAccount.ts'
import { useMayChangeOrders } from './useMayChangeOrders.ts'

/** The statuses in which an invoice leaves the office. */
const SENT_STATUSES = [DOCUMENT_STATUS.open, DOCUMENT_STATUS.sent, DOCUMENT_STATUS.billed] as const

/** The statuses of an order before its release. */
const UNRELEASED_STATUSES = [DOCUMENT_STATUS.new, DOCUMENT_STATUS.draft, DOCUMENT_STATUS.approved] as const

/** Steps that need a reason: delivered by others or closed short, or a status despite missing prices. */
type PendingStep = 'received' | 'short' | (typeof SENT_STATUSES)[number]

/** The status of a document, its next steps and conversions. */
export function OrderHead({ record }: { record: OrderRecord }) {
  const { t } = useTranslation()
  const mayChange = useMayChangeOrders()
  const [pending, setPending] = useState<PendingStep | null>(null)
  const asks = useAsks(record, setPending)
  const type = record.document_type as DocumentType
  const isOrder = type === 'sales_order'
  const isOpen = isOrder && Number(record.status_id) === DOCUMENT_STATUS.open
  const labels: Record<number, string> = isOrder
    ? {
        [DOCUMENT_STATUS.waiting_for_shipment]: t('orders.release'),
        [DOCUMENT_STATUS.received]: t('orders.receive'),
      }
    : {}
  return (
    <StatusSteps
      resource={transaction_documents}
      record={record}
      asks={asks}
      labels={labels}
      // An open order is closed short, or received without a delivery: "closed" follows automatically.
      without={isOpen ? [DOCUMENT_STATUS.closed] : []}
    >
      {pending && <PendingStepDialog {...{ record, pending }} onClose={() => setPending(null)} />}
      {record.device_id && <PutOnTruck record={record} device_id={record.device_id} />}
      {mayChange && isOpen && (
        <Button size="xs" variant="default" onClick={() => setPending('short')}>
          {t('orders.close_short')}
        </Button>
      )}
      <CreditButton record={record} label={t('orders.credit.title')} />
      {mayChange && <Conversions record={record} type={type} />}
      <Badge variant="outline" color="gray">
        {t(`records.transaction_documents.choices.document_type.${type}`)}
      </Badge>
      {isOrder && <NextDelivery of={{ document_id: Number(record.document_id) }} />}
    </StatusSteps>
  )
}

/** What asks before a step: an order received without a delivery, and an invoice sent despite missing prices. */
function useAsks(record: OrderRecord, ask: (pending: PendingStep) => void) {
  const mayOverrule = useMay()('shipment_planners.overrule')
  const asks: Record<number, () => void> = {}
  if (record.document_type === 'sales_order') asks[DOCUMENT_STATUS.received] = () => ask('received')
  const isOverruled = record.document_type === 'invoice' && mayOverrule && record.details?.some(isUnpriced)
  if (isOverruled) for (const to of SENT_STATUSES) asks[to] = () => ask(to)
  return asks
}

interface PendingStepDialogProps {
  record: OrderRecord
  pending: PendingStep
  onClose: () => void
}

/** Takes a step with its reason. */
function PendingStepDialog({ record, pending, onClose }: PendingStepDialogProps) {
  const { t } = useTranslation()
  const short = useCloseShort(record)
  const step = useStep(transaction_documents, record)
  const texts = pending === 'short' ? 'close_short' : pending === 'received' ? 'receive' : 'without_price'
  const { isPending, error } = pending === 'short' ? short : step
  const done = { onSuccess: onClose }
  return (
    <ReasonDialog
      title={t(`orders.${texts}`)}
      action={t(`orders.${texts}_action`)}
      text={t(`orders.${texts}_text`)}
      isRequired={pending !== 'short'}
      isPending={isPending}
      error={error}
      onConfirm={(reason) =>
        pending === 'short'
          ? short.mutate(reason, done)
          : step.mutate({ to: pending === 'received' ? DOCUMENT_STATUS.received : pending, reason }, done)
      }
      onClose={onClose}
    />
  )
}

/** Opens the board with the tank of an order. It first releases an unreleased order, as the button states. */
function PutOnTruck({ record, device_id }: { record: OrderRecord; device_id: number }) {
  const { timeZone } = useFormat()
  const mayChange = useMayChangeOrders()
  const step = useStep(transaction_documents, record)
  const isToPlan = isToDeliver(record) && record.locked !== 1
  const isToRelease =
    mayChange &&
    record.document_type === 'sales_order' &&
    UNRELEASED_STATUSES.some((one) => one === Number(record.status_id))
  if (!isToPlan && !isToRelease) return null
  // The day on which it is wanted, unless that has passed.
  const { wished_date } = record
  const boardDay =
    wished_date && wished_date > dayInZone(Date.now(), timeZone, 'UTC') ? wished_date : undefined
  const release = (open: () => void) =>
    step.mutate({ to: DOCUMENT_STATUS.waiting_for_shipment }, { onSuccess: open, onError: toastIssues })
  return (
    <TankActions
      device_id={device_id}
      name={record.document_number ?? ''}
      document_id={Number(record.document_id)}
      day={boardDay}
      only="load"
      size="xs"
      before={isToRelease ? release : undefined}
    />
  )
}

/** The documents that this one can be converted to. */
function Conversions({ record, type }: { record: OrderRecord; type: DocumentType }) {
  const { t } = useTranslation()
  const convert = useConvert(record)
  const [target, setTarget] = useState<DocumentType | null>(null)
  const nameOf = (one: DocumentType) =>
    t(`records.transaction_documents.choices.document_type.${one}`).toLowerCase()
  const titleOf = (to: DocumentType) => t('orders.convert', { from: nameOf(type), to: nameOf(to) })
  return (
    <>
      {conversionsOf(type, Number(record.status_id)).map((to) => (
        <Button
          key={to}
          size="xs"
          variant="light"
          loading={convert.isPending && convert.variables.document_type === to}
          disabled={convert.isPending}
          onClick={() => (type === 'quote' ? setTarget(to) : convert.mutate({ document_type: to }))}
        >
          {titleOf(to)}
        </Button>
      ))}
      {target && (
        <ConvertDialog
          title={titleOf(target)}
          action={t('orders.convert_action', { to: nameOf(target) })}
          asksVendor={target === 'purchase_order'}
          isPending={convert.isPending}
          error={convert.error}
          onConfirm={(input) =>
            convert.mutate({ document_type: target, ...input }, { onSuccess: () => setTarget(null) })
          }
          onClose={() => setTarget(null)}
        />
      )}
    </>
  )
}

/** Frees the quantities that the order still waits for. */
function useCloseShort(record: OrderRecord) {
  return useMoneyStep((reason: string) =>
    request<typeof closeShort>('POST', '/transaction_documents/:document_id/close_short', {
      params: idOf(record),
      body: { reason: reason || null },
    }),
  )
}

/** Opens the new document. */
function useConvert(record: OrderRecord) {
  const navigate = useNavigate()
  return useMoneyStep(
    (body: { document_type: DocumentType; vendor_id?: number }) =>
      request<typeof convertDocument>('POST', '/transaction_documents/:document_id/convert', {
        params: idOf(record),
        body,
      }),
    ({ transaction_document }) => void navigate(`/order/${transaction_document.document_id}`),
  )
}
