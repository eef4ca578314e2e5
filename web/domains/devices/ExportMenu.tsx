import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call, download } from '#web/platform/api.ts'
import { printPage } from '#web/resources/printPage.ts'
import { saveFile } from '#web/resources/saveFile.ts'
import { type DeviceQuery, queryText } from '#web/resources/tank/useDevices.ts'

/** The list as it is filtered, as a file or on paper. */
export function ExportMenu({ query }: { query: DeviceQuery }) {
  const { t } = useTranslation()
  const asked = queryText({ ...query, page_num: undefined, page_size: 0 })
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') => {
      const { blob, name } = await download(`/devices/export?format=${format}&${asked}`)
      saveFile(blob, name ?? `devices.${format}`)
    },
  })
  const print = useMutation({
    mutationFn: async () => {
      const answer = await call<{ print: { title: string; html: string } }>('GET', `/devices/print?${asked}`)
      printPage(answer.print)
    },
  })
  const label = t('devices.export')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={label}
            loading={save.isPending || print.isPending}
          >
            <IconDownload size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => save.mutate('csv')}>
          {t('devices.export_csv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => save.mutate('xlsx')}>
          {t('devices.export_xlsx')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => print.mutate()}>
          {t('devices.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
