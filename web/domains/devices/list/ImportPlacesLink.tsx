import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { Link } from 'react-router'
import { PLACES } from '#core/domains/devices/places.ts'
import { IMPORTS } from '#core/resources/imports.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useMayImportPlaces } from './useMayImportPlaces.ts'

/** Links to the import of customers, sites, devices and tanks from one sheet, for users who may do so; hidden on a phone. */
export function ImportPlacesLink() {
  const { t } = useTranslation()
  const address = useRecordAddress()(IMPORTS)
  const mayImport = useMayImportPlaces()
  if (!mayImport || !address) return null
  return (
    <Button
      visibleFrom="sm"
      component={Link}
      to={`${address}?resource=${PLACES}`}
      variant="default"
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      {t('devices.place.import_sheet')}
    </Button>
  )
}
