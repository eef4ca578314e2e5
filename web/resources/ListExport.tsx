import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { call } from '#web/platform/api.ts'
import { PrintPreview } from './PrintPreview.tsx'
import { useExport } from './useExport.tsx'
import type { ListAsked } from './useRecords.ts'

interface Printed {
  title: string
  html: string
}

interface ListExportProps {
  resource: Resource
  /** What the list shows, or `{ [id]: … }` for one record, which has no sheet of its own. */
  asked: ListAsked
  isRecord?: boolean
}

/** What is shown, as a file or on paper. */
export function ListExport({ resource, asked, isRecord }: ListExportProps) {
  const { t } = useTranslation()
  const { page_num: _, page_size: __, ...whole } = asked
  const text = new URLSearchParams(whole).toString()
  const save = useExport(resource, text)
  const [page, setPage] = useState<Printed | null>(null)
  const print = useMutation({
    mutationFn: () => call<{ print: Printed }>('GET', `${pathOf(resource)}/print?${text}`),
    onSuccess: (answer) => setPage(answer.print),
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
          {!isRecord && (
            <>
              <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => save.mutate('csv')}>
                {t('resources.export_csv')}
              </Menu.Item>
              <Menu.Item leftSection={<IconFileSpreadsheet size={16} />} onClick={() => save.mutate('xlsx')}>
                {t('resources.export_xlsx')}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconFileTypePdf size={16} />} onClick={() => save.mutate('pdf')}>
            {t('resources.pdf')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => print.mutate()}>
            {t('resources.print')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {page && <PrintPreview {...page} onPdf={() => save.mutate('pdf')} onClose={() => setPage(null)} />}
    </>
  )
}
