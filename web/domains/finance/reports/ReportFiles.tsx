import { useMutation } from '@tanstack/react-query'
import type { printReport } from '#core/domains/finance/reportCalls.ts'
import type { ReportName } from '#core/domains/finance/reports.ts'
import { request } from '#web/platform/calls/request.ts'
import { FilesMenu } from '#web/resources/print/FilesMenu.tsx'
import { PrintPreview } from '#web/resources/print/PrintPreview.tsx'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'

/** Exports or prints a report as it is shown. */
export function ReportFiles({ name, asked }: { name: ReportName; asked: Readonly<Record<string, string>> }) {
  const { mutate, isPending } = useFileDownload()
  const save = (format: 'csv' | 'xlsx' | 'pdf') =>
    mutate({
      path: `/reports/${name}/${format === 'pdf' ? 'print' : 'export'}?${new URLSearchParams({ ...asked, format })}`,
      fallback: `${name}.${format}`,
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
      <FilesMenu isBusy={isPending || print.isPending} onSave={save} onPrint={() => print.mutate()} />
      {print.data && <PrintPreview {...print.data} onPdf={() => save('pdf')} onClose={() => print.reset()} />}
    </>
  )
}
