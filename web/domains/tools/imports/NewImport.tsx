import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { Link } from 'react-router'
import { data_import_logs } from '#core/domains/tools/data_import_logs.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useRecordAddress } from '#web/resources/recordAddress.ts'

export function NewImport() {
  const { t } = useTranslation()
  const may = useMay()
  const address = useRecordAddress()(data_import_logs.name)
  if (!may('data_imports.create') || !address) return null
  return (
    <Button component={Link} to={address} leftSection={<IconFileImport size={16} />}>
      {t('tools.imports.new')}
    </Button>
  )
}
