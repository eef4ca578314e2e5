import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import { SHIPMENT_STATUS } from '#core/domains/shipments/shipmentStatus.ts'
import { judgeStep } from '#core/resources/judgeStep.ts'
import { useMay } from '#web/platform/session.tsx'
import { StatusSteps } from '#web/resources/record/StatusSteps.tsx'
import { useMover } from '#web/resources/useMover.ts'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { Loading } from '#web/ui/Loading.tsx'

const FinalizeDialog = lazy(() => import('./FinalizeDialog.tsx').then((m) => ({ default: m.FinalizeDialog })))
const SignDialog = lazy(() => import('./SignDialog.tsx').then((m) => ({ default: m.SignDialog })))

/** What a shipment is by now, what it can become, and the two dialogs that end it; they have addresses of their own. */
export function ShipmentHeader({ record }: { record: AnyRecord }) {
  const { t } = useTranslation()
  const mayChange = useMay()('shipment_planners.update')
  const { tab } = useParams()
  const navigate = useNavigate()
  const status = Number(record['status_id'])
  const go = (part: string) =>
    void navigate(`/shipment_planners/${record['shipment_id']}${part}`, {
      replace: true,
      state: { isSameRecord: true },
    })
  const close = () => go('')
  const canFinalize = judgeStep(shipment_planners, record, SHIPMENT_STATUS.finalized, useMover()) === 'open'
  const canSign = mayChange && status === SHIPMENT_STATUS.finalized && record['signed_at'] == null
  return (
    <>
      <StatusSteps
        resource={shipment_planners}
        record={record}
        asks={{ [SHIPMENT_STATUS.finalized]: () => go('/finalize') }}
        labels={{
          [SHIPMENT_STATUS.finalized]: t('shipments.finalize'),
          [SHIPMENT_STATUS.cancelled]: t('shipments.cancel'),
        }}
      >
        {canSign && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconSignature size={14} aria-hidden />}
            onClick={() => go('/sign')}
          >
            {t('shipments.sign')}
          </Button>
        )}
      </StatusSteps>
      <Suspense fallback={<Loading what="dialog" />}>
        {tab === 'finalize' && canFinalize && (
          <FinalizeDialog record={record} onClose={close} onDone={() => go('/sign')} />
        )}
        {tab === 'sign' && canSign && <SignDialog record={record} onClose={close} />}
      </Suspense>
    </>
  )
}
