import { Button } from '@mantine/core'
import { IconMapPinPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import short from '#web/ui/ShortOnPhone.module.css'

interface NewPlaceLinkProps {
  /** The company of the place; without it a new customer is set up too. */
  company_id?: unknown
  /** The site of the place. */
  site_id?: unknown
  /** On phones it shows its icon only. */
  isShort?: boolean
}

/** Links to the page that sets up customer, site, tank and device together, for users who may do so. */
export function NewPlaceLink({ company_id, site_id, isShort }: NewPlaceLinkProps) {
  const { t } = useTranslation()
  const may = useMay()
  if (!may('devices.create') || (company_id === undefined && !may('companies.create'))) return null
  const known = Object.entries({ company_id, site_id }).filter(([, id]) => id != null)
  const query = new URLSearchParams(known.map(([name, id]) => [name, String(id)])).toString()
  const text = site_id == null ? (company_id == null ? 'set_up' : 'add') : 'add_here'
  return (
    <Button
      component={Link}
      to={`/new_place${query && `?${query}`}`}
      variant="default"
      className={isShort ? short.button : undefined}
      leftSection={<IconMapPinPlus size={16} aria-hidden />}
    >
      {t(`devices.place.${text}`)}
    </Button>
  )
}
