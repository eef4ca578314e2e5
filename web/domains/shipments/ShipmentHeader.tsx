import { Button, Stack } from '@mantine/core'
import { IconCalendarCheck, IconFileInvoice, IconSignature, type TablerIcon } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { dayInZone } from '#core/domains/dispatch/dayInZone.ts'
import type { orderDelivered } from '#core/domains/orders/calls.ts'
import { mayDecideOrders } from '#core/domains/orders/ordering.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { judgeStep } from '#core/resources/statuses/judgeStep.ts'
import { useConfirmSendNow } from '#web/domains/shipments/loading/useConfirmSendNow.ts'
import type { ShipmentRecord } from '#web/domains/shipments/shipmentRecord.ts'
import { request } from '#web/platform/calls/request.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { toast, toastIssues, toastRefusal, toastResponse } from '#web/platform/toast.ts'
import { useNow } from '#web/platform/useNow.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { StatusSteps, useStep } from '#web/resources/record/StatusSteps.tsx'
import { useMover } from '#web/resources/useMover.ts'
import { Loading } from '#web/ui/Loading.tsx'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { isFinished, RoundResult } from './result/RoundResult.tsx'

const FinalizeDialog = lazyPart(() => import('./FinalizeDialog.tsx').then((m) => m.FinalizeDialog))
const SignDialog = lazyPart(() => import('./SignDialog.tsx').then((m) => m.SignDialog))

/** The result of a finished shipment, its status, its next steps, and the two final dialogs, which have their own addresses. */
export function ShipmentHeader({ record }: { record: ShipmentRecord }) {
  const { t } = useTranslation()
  const mayChange = useMay()('shipment_planners.update')
  const { tab } = useParams()
  const shipment_id = Number(record.shipment_id)
  const go = useParts(shipment_id)
  const close = () => go('')
  const status = Number(record.status_id)
  const mover = useMover()
  const canFinalize = judgeStep(shipment_planners, record, SHIPMENT_STATUS.finalized, mover) === 'open'
  const canSign = mayChange && status === SHIPMENT_STATUS.finalized && record.signed_at == null
  const firm = useMarkFirm(shipment_id)
  const canPromise = mayChange && status === SHIPMENT_STATUS.draft && record.is_firm !== 1
  const { isLater, sendNow } = useEarlyStart(record)
  const mayCreate = useMay()('transaction_documents.create')
  const mayOrder = mayCreate && mayDecideOrders(mover) && hasUnordered(record)
  return (
    <Stack gap="sm">
      {isFinished(record) && <RoundResult record={record} />}
      <StatusSteps
        resource={shipment_planners}
        record={record}
        asks={{
          [SHIPMENT_STATUS.finalized]: () => go('/finalize'),
          ...(isLater && { [SHIPMENT_STATUS.in_route]: sendNow }),
        }}
        unlikely={isLater ? [SHIPMENT_STATUS.in_route] : []}
        labels={{
          [SHIPMENT_STATUS.finalized]: t('shipments.finalize'),
          [SHIPMENT_STATUS.cancelled]: t('shipments.cancel'),
          ...(isLater && { [SHIPMENT_STATUS.in_route]: t('dispatch.send_now') }),
        }}
      >
        {canPromise && (
          <Action
            Icon={IconCalendarCheck}
            label={t('shipments.mark_firm')}
            isPending={firm.isPending}
            onClick={() => firm.mutate()}
          />
        )}
        {canSign && <Action Icon={IconSignature} label={t('shipments.sign')} onClick={() => go('/sign')} />}
        {mayOrder && <OrderButton shipment_id={shipment_id} />}
      </StatusSteps>
      <Suspense fallback={<Loading what="dialog" />}>
        {tab === 'finalize' && canFinalize && (
          <FinalizeDialog record={record} onClose={close} onDone={() => go('/sign')} />
        )}
        {tab === 'sign' && canSign && <SignDialog record={record} onClose={close} />}
      </Suspense>
    </Stack>
  )
}

/** Goes to a part of the record by its address. */
function useParts(shipment_id: number) {
  const navigate = useNavigate()
  return (part: string) =>
    void navigate(`/shipment_planners/${shipment_id}${part}`, {
      replace: true,
      state: { isSameRecord: true },
    })
}

function OrderButton({ shipment_id }: { shipment_id: number }) {
  const { t } = useTranslation()
  const { isPending, mutate } = useOrderDelivered(shipment_id)
  return (
    <Action
      Icon={IconFileInvoice}
      label={t('shipments.order_delivered')}
      isPending={isPending}
      onClick={() => mutate()}
    />
  )
}

interface ActionProps {
  Icon: TablerIcon
  label: string
  isPending?: boolean
  onClick: () => void
}

function Action({ Icon, label, isPending = false, onClick }: ActionProps) {
  return (
    <Button
      size="xs"
      variant="light"
      leftSection={<Icon size={14} aria-hidden />}
      loading={isPending}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

/** Whether the round delivered to a tank or a customer without an order, and that is not billed yet. */
function hasUnordered(record: ShipmentRecord): boolean {
  if (Number(record.status_id) !== SHIPMENT_STATUS.finalized) return false
  return (record.details ?? []).some(
    ({ document_detail_id, device_ports_id, company_id, delivered }) =>
      document_detail_id == null && (device_ports_id ?? company_id) != null && Number(delivered) > 0,
  )
}

/** Whether a draft is of a later day by the reader's clock, and sending it nevertheless, after a question. */
function useEarlyStart(record: ShipmentRecord) {
  const { timeZone } = useFormat()
  const confirm = useConfirmSendNow()
  const step = useStep(shipment_planners, record)
  const load_date = record.load_date ?? ''
  const isDraft = Number(record.status_id) === SHIPMENT_STATUS.draft
  const today = dayInZone(useNow(), timeZone, 'UTC')
  return {
    isLater: isDraft && load_date > today,
    sendNow: () =>
      confirm({ shipment_number: record.shipment_number, load_date }, () =>
        step.mutate({ to: SHIPMENT_STATUS.in_route }, { onError: toastIssues }),
      ),
  }
}

/** From then on the customers of the round see its day. */
function useMarkFirm(shipment_id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<StandardCalls<typeof shipment_planners>['update']>('PATCH', '/shipment_planner/:shipment_id', {
        params: { shipment_id },
        body: { is_firm: 1 },
      }),
    onSuccess: toastResponse,
    onError: toastRefusal,
    onSettled: () => client.invalidateQueries({ queryKey: ['shipment_planners'] }),
  })
}

/** Opens the new order; several are listed in the round's timeline. */
function useOrderDelivered(shipment_id: number) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      request<typeof orderDelivered>('POST', '/shipment_planner/:shipment_id/order_delivered', {
        params: { shipment_id },
      }),
    onSuccess: ({ transaction_documents: create }) => {
      if (create.some(({ is_priced }) => !is_priced)) toast(t('shipments.without_price'), 'warning')
      if (create.length === 1) void navigate(`/order/${firstOf(create).document_id}`)
      else toast(t('shipments.orders_made', { count: create.length }), 'success')
    },
    onError: toastRefusal,
    onSettled: () =>
      Promise.all(
        [['transaction_documents'], ['shipment_planners']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
