import { useMutation } from '@tanstack/react-query'
import type { printReport } from '#core/domains/finance/reportCalls.ts'
import type { ReportName } from '#core/domains/finance/reports.ts'
import { download } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'
import { FilesMenu } from '#web/resources/print/FilesMenu.tsx'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { downloadBlob } from '#web/ui/downloadBlob.ts'

/** Exports or prints a report as it is shown. */
export function ReportFiles({ name, asked }: { name: ReportName; asked: Readonly<Record<string, string>> }) {
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
  return (
    <>
      <FilesMenu
        isBusy={save.isPending || print.isPending}
        onSave={(format) => save.mutate(format)}
        onPrint={() => print.mutate()}
      />
      {print.data && (
        <PrintPreview {...print.data} onPdf={() => save.mutate('pdf')} onClose={() => print.reset()} />
      )}
    </>
  )
}
