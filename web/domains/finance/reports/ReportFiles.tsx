import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { printReport } from '#core/domains/finance/reportCalls.ts'
import type { ReportName } from '#core/domains/finance/reports.ts'
import { download } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { downloadBlob } from '#web/ui/downloadBlob.ts'

/** Exports or prints a report as it is shown. */
export function ReportFiles({ name, asked }: { name: ReportName; asked: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx' | 'pdf') => {
      const call = format === 'pdf' ? 'print' : 'export'
      const { blob, name: file } = await download(
        `/reports/${name}/${call}?${new URLSearchParams({ ...asked, format })}`,
      )
      downloadBlob(blob, file ?? `${name}.${format}`)
    },
  })
  const print = useMutation({
    mutationFn: async () =>
      (
        await request<typeof printReport>('GET', '/reports/:report/print', {
          params: { report: name },
          query: asked,
        })
      ).print,
  })
  const label = t('resources.export')
  return (
    <>
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
            {t('resources.export_csv')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => save.mutate('xlsx')}>
            {t('resources.export_xlsx')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => save.mutate('pdf')}>
            {t('resources.pdf')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => print.mutate()}>
            {t('resources.print')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {print.data && (
        <PrintPreview {...print.data} onPdf={() => save.mutate('pdf')} onClose={() => print.reset()} />
      )}
    </>
  )
}
