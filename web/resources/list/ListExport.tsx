import { Menu } from '@mantine/core'
import { IconFileImport, IconTimeline } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { hasCall, pathOf, permissionFor, type Resource } from '#core/resources/definition.ts'
import { readableFields } from '#core/resources/fields/readableFields.ts'
import { IMPORTS } from '#core/resources/imports.ts'
import { request } from '#web/platform/calls/request.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { FilesMenu } from '#web/resources/print/FilesMenu.tsx'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { useRecordAddress } from '#web/resources/recordAddress.ts'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'
import type { ListRequest } from '#web/resources/useRecords.ts'
import type { ListKind } from './listKind.ts'

interface Printed {
  title: string
  html: string
}

interface ListExportProps {
  resource: Resource
  /** The query of the list, or `{ [id]: … }` for one record, which has no spreadsheet. */
  listQuery: ListRequest
  isRecord?: boolean
  /** The visible columns, in order. */
  columns?: readonly string[]
  /** How the list differs from the standard. */
  kind?: Pick<ListKind, 'columns' | 'moreFiles'> | undefined
}

/** Exports or prints the current list. */
export function ListExport({ resource, listQuery, isRecord, columns, kind }: ListExportProps) {
  const { t } = useTranslation()
  const { page_num: _, page_size: __, ...whole } = listQuery
  const [isEverything, setIsEverything] = useState(false)
  const query = {
    ...whole,
    ...(columns && !isEverything && { columns: fieldsOf(resource, columns, kind).join() }),
  }
  const text = new URLSearchParams(query).toString()
  const { save, isPending } = useExport(resource, text)
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  const more = kind?.moreFiles
  const [page, setPage] = useState<Printed | null>(null)
  const print = useMutation({
    mutationFn: () =>
      request<StandardCalls<Resource>['print']>('GET', `${pathOf(resource)}/print`, { query }),
    onSuccess: (response) => setPage(response.print),
  })
  return (
    <>
      <FilesMenu
        isBusy={isPending || print.isPending}
        onSave={save}
        onPrint={() => print.mutate()}
        hasNoSheet={isRecord}
        more={
          more && (
            <Menu.Item leftSection={<IconTimeline size={16} />} onClick={() => setIsMoreOpen(true)}>
              {t(more.text)}
            </Menu.Item>
          )
        }
        before={<ImportItem resource={resource} />}
        after={
          <Menu.CheckboxItem checked={isEverything} onChange={setIsEverything} closeMenuOnClick={false}>
            {t('resources.export_everything')}
          </Menu.CheckboxItem>
        }
      />
      {more && isMoreOpen && (
        <Suspense>
          <more.Dialog listQuery={whole} onClose={() => setIsMoreOpen(false)} />
        </Suspense>
      )}
      {page && <PrintPreview {...page} onPdf={() => save('pdf')} onClose={() => setPage(null)} />}
    </>
  )
}

function ImportItem({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const may = useMay()
  const address = useRecordAddress()(IMPORTS)
  const mayImport =
    address !== undefined &&
    hasCall(resource, 'create') &&
    may('data_imports.create') &&
    may(permissionFor(resource, 'create'))
  if (!mayImport) return null
  return (
    <Menu.Item
      component={Link}
      to={`${address}?resource=${resource.name}`}
      leftSection={<IconFileImport size={16} />}
    >
      {t('resources.import_file')}
    </Menu.Item>
  )
}

/** The columns that are fields, and the replacements of others; a column without either combines several. */
function fieldsOf(resource: Resource, columns: readonly string[], kind: ListExportProps['kind']): string[] {
  const known = readableFields(resource).map(([name]) => name)
  const shown = columns.flatMap(
    (name) => kind?.columns?.[name]?.inFiles ?? (known.includes(name) ? [name] : []),
  )
  return shown.length > 0 ? shown : [resource.title]
}

type ExportFormat = 'csv' | 'xlsx' | 'pdf'

/** Exports the records that a list shows. */
function useExport(resource: Resource, query: string) {
  const { mutate, isPending } = useFileDownload()
  const save = (format: ExportFormat) => {
    const address = format === 'pdf' ? `print?format=pdf&${query}` : `export?format=${format}&${query}`
    mutate({ path: `${pathOf(resource)}/${address}`, fallback: `${resource.name}.${format}` })
  }
  return { save, isPending }
}
