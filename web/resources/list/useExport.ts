import { pathOf, type Resource } from '#core/resources/definition.ts'
import { useFileDownload } from '#web/resources/useFileDownload.tsx'

export type ExportFormat = 'csv' | 'xlsx' | 'pdf'

/** Exports what a list shows. */
export function useExport(resource: Resource, query: string) {
  const { mutate, isPending } = useFileDownload()
  const save = (format: ExportFormat) => {
    const address = format === 'pdf' ? `print?format=pdf&${query}` : `export?format=${format}&${query}`
    mutate({ path: `${pathOf(resource)}/${address}`, fallback: `${resource.name}.${format}` })
  }
  return { save, isPending }
}
