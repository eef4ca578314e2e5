import { Button } from '@mantine/core'
import { IconTruckLoading } from '@tabler/icons-react'
import { Link } from 'react-router'
import { checksDeliveries } from '#core/platform/loginTypes.ts'
import { useMay, useUser } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'

/** Links from the trucks to terminals and lift tickets. */
export function TruckLinks() {
  const { t } = useTranslation()
  const may = useMay()
  const { login_type_id } = useUser()
  const seesLifts = may('shipment_planners.read') && checksDeliveries(login_type_id)
  return (
    <>
      <Button
        component={Link}
        to="/terminals"
        variant="default"
        leftSection={<IconTruckLoading size={18} aria-hidden />}
      >
        {t('records.terminals.label')}
      </Button>
      {seesLifts && (
        <Button component={Link} to="/lift_tickets" variant="default">
          {t('records.lift_tickets.label')}
        </Button>
      )}
    </>
  )
}
