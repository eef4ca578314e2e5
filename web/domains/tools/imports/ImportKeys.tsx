import { Button, Code, Group, Stack, Table, Text, Title } from '@mantine/core'
import { IconDownload, IconKey } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { makeImportKeys } from '#core/domains/tools/importCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { useConfirm } from '#web/resources/useConfirm.ts'
import { downloadCsv } from '#web/ui/downloadCsv.ts'
import type { ImportLog } from './useImport.ts'

/** The keys of the devices that an import created: shown once, to save as a file. */
export function ImportKeys({ log }: { log: ImportLog }) {
  const { t } = useTranslation()
  const may = useMay()
  const make = useCreateKeys(log)
  const keys = make.data?.device_keys ?? []
  const { without_key, unheard } = log
  if (!may('devices.update') || (without_key === 0 && unheard === 0 && keys.length === 0)) return null
  return (
    <Stack gap="xs" component="section" aria-labelledby="import-keys">
      <Title order={2} id="import-keys">
        {t('tools.imports.keys')}
      </Title>
      <Text size="sm">{t('tools.imports.keys_help')}</Text>
      {keys.length > 0 ? (
        <Keys keys={keys} fileName={`device-keys-${log.import_id}.csv`} />
      ) : (
        <Group>
          <MakeButton log={log} make={make} />
        </Group>
      )}
    </Stack>
  )
}

function useCreateKeys({ import_id }: ImportLog) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (again: boolean) =>
      request<typeof makeImportKeys>('PATCH', '/data_import_logs/:import_id/keys', {
        params: { import_id: String(import_id) },
        body: { again },
        retries: 0,
      }),
    onSettled: () => client.invalidateQueries(),
  })
}

interface MakeButtonProps {
  log: ImportLog
  make: ReturnType<typeof useCreateKeys>
}

/** Creates the first keys, or replaces keys that no device has used. */
function MakeButton({ log: { without_key, unheard }, make }: MakeButtonProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const isFirst = without_key > 0
  const again = t('tools.imports.keys_again', { count: unheard })
  const askAgain = () =>
    confirm({
      title: again,
      why: t('tools.imports.keys_again_sure'),
      action: t('devices.key.new'),
      onConfirm: () => make.mutate(true),
    })
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      leftSection={<IconKey size={16} aria-hidden />}
      loading={make.isPending}
      onClick={isFirst ? () => make.mutate(false) : askAgain}
    >
      {isFirst ? t('tools.imports.keys_make', { count: without_key }) : again}
    </Button>
  )
}

interface KeysProps {
  keys: ResponseOf<typeof makeImportKeys>['device_keys']
  fileName: string
}

function Keys({ keys, fileName }: KeysProps) {
  const { t } = useTranslation()
  const headings = [
    t('records.devices.fields.public_id'),
    t('records.devices.fields.label'),
    t('records.sites.single'),
    t('tools.imports.key'),
  ]
  const rows = keys.map(({ public_id, label, site, device_key }) => [public_id, label, site, device_key])
  return (
    <>
      <KeyTable keys={keys} headings={headings} />
      <Group>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadCsv(fileName, [headings, ...rows])}
        >
          {t('tools.imports.keys_save')}
        </Button>
      </Group>
    </>
  )
}

function KeyTable({ keys, headings }: Pick<KeysProps, 'keys'> & { headings: readonly string[] }) {
  return (
    <Table.ScrollContainer minWidth={480} mah={420}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {headings.map((heading) => (
              <Table.Th key={heading} scope="col">
                {heading}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map(({ device_id, public_id, label, site, device_key }) => (
            <Table.Tr key={device_id}>
              <Table.Th scope="row">{public_id}</Table.Th>
              <Table.Td>{label}</Table.Td>
              <Table.Td>{site}</Table.Td>
              <Table.Td>
                <Code>{device_key}</Code>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
