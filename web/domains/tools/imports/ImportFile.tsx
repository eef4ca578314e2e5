import { Button, FileInput, Group, Paper, Stack } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PLACES } from '#core/domains/devices/places.ts'
import { data_import_logs } from '#core/domains/tools/data_import_logs.ts'
import { hasCall, permissionFor } from '#core/resources/definition.ts'
import { registeredKinds } from '#core/resources/registeredKinds.ts'
import { useMayImportPlaces } from '#web/domains/devices/list/useMayImportPlaces.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { ImportTemplate } from './ImportTemplate.tsx'
import { useSendFile } from './useImport.ts'

/** The first step: the kind of record, and the file. */
export function ImportFile() {
  const { t } = useTranslation()
  const addressOf = useRecordAddress()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [resource, setResource] = useState(params.get('resource'))
  const [file, setFile] = useState<File | null>(null)
  const send = useSendFile((id) => {
    void navigate(addressOf(data_import_logs.name, id) ?? '', { replace: true })
  })
  return (
    <Paper p="md" maw="var(--ullage-narrow)">
      <Stack>
        <SelectInput
          label={t('tools.imports.kind')}
          data={useOfferedKinds()}
          description={resource === PLACES ? t('tools.imports.places_help') : undefined}
          value={resource}
          onChange={setResource}
          searchable
        />
        {resource && <ImportTemplate resource={resource} />}
        <TableFileInput file={file} onChange={setFile} />
        <Group>
          <Button
            disabled={!resource || !file}
            loading={send.isPending}
            onClick={() => resource && file && send.mutate({ resource, file })}
          >
            {t('tools.imports.read')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

interface TableFileInputProps {
  file: File | null
  onChange: (file: File | null) => void
}

function TableFileInput({ file, onChange }: TableFileInputProps) {
  const { t } = useTranslation()
  return (
    <FileInput
      label={t('tools.imports.file')}
      description={t('tools.imports.file_help')}
      accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      value={file}
      onChange={onChange}
      clearable
    />
  )
}

/** The kinds of record that the user may import, by name; places first. */
function useOfferedKinds() {
  const { t } = useTranslation()
  const may = useMay()
  const mayImportPlaces = useMayImportPlaces()
  const kinds = registeredKinds()
    .filter(
      (kind) => hasCall(kind, 'create') && (kind.scope === 'object' || may(permissionFor(kind, 'create'))),
    )
    .map(({ name }) => ({ value: name, label: t(`records.${name}.label`) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return mayImportPlaces ? [{ value: PLACES, label: t('tools.imports.places') }, ...kinds] : kinds
}
