import type { ReportName } from '#core/domains/finance/reports.ts'
import { FilesMenu } from '#web/resources/print/FilesMenu.tsx'
import { usePaper } from '#web/resources/print/usePaper.tsx'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'

/** Exports or prints a report as it is shown. */
export function ReportFiles({ name, query }: { name: ReportName; query: Readonly<Record<string, string>> }) {
  const { mutate, isPending } = useFileDownload()
  const paper = usePaper(`${name}.pdf`)
  const address = (call: 'print' | 'export', more: object = {}) =>
    `/reports/${name}/${call}?${new URLSearchParams({ ...query, ...more })}`
  const save = (format: 'csv' | 'xlsx' | 'pdf') =>
    mutate({
      path: address(format === 'pdf' ? 'print' : 'export', { format }),
      fallback: `${name}.${format}`,
    })
  return (
    <>
      <FilesMenu
        isBusy={isPending || paper.isPending}
        onSave={save}
        onPrint={() => paper.show(address('print'))}
      />
      {paper.preview}
    </>
  )
}
