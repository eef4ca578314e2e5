import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { data_import_logs, type FieldMapping, type RefusedRow } from '#core/domains/tools/data_import_logs.ts'
import { pathOf } from '#core/resources/definition.ts'
import { CallRefused, call } from '#web/platform/api.ts'

export interface ImportLog {
  import_id: number
  file_name: string
  resource: string
  status: 'new' | 'checking' | 'checked' | 'importing' | 'imported' | 'failed' | 'undone'
  total_records: number
  good_records: number | null
  total_records_imported: number
  progress: number
  field_mappings: FieldMapping[]
  fields: { name: string; label: string; required: boolean }[]
  headings: string[]
  sample: string[][]
  report: RefusedRow[]
  /** The first of the records that it has made. */
  made: { id: number; title: string }[]
  can_undo: boolean
}

interface Answer {
  data_import_log: ImportLog
}

const PATH = pathOf(data_import_logs)
/** Often enough to see it move. */
const POLL = 700

/** One import, read again and again while the server works on it. */
export function useImport(id: string | undefined) {
  const client = useQueryClient()
  const key = [data_import_logs.name, 'one', id]
  const found = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await call<Answer>('GET', `${PATH}/${id}`, undefined, { signal })).data_import_log,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (isWorking(state.data) ? POLL : false),
  })
  const work = useMutation({
    mutationFn: async ({
      step,
      mappings,
    }: {
      step: 'check' | 'import' | 'undo'
      mappings?: FieldMapping[]
    }) => {
      if (mappings) await call('PATCH', `${PATH}/${id}`, { field_mappings: mappings })
      const before = client.getQueryData<ImportLog>(key)
      if (before && step !== 'undo')
        client.setQueryData(key, {
          ...before,
          status: step === 'check' ? 'checking' : 'importing',
          progress: 0,
        })
      try {
        return await call<Answer>('POST', `${PATH}/${id}/${step}`, {}, { retries: 0 })
      } catch (failure) {
        // It takes longer than a call waits: the server goes on, and what it has done is read.
        if (failure instanceof CallRefused && failure.code === 0) return {}
        throw failure
      }
    },
    onSettled: () => client.invalidateQueries(),
  })
  return { found, work }
}

export function isWorking(log: ImportLog | undefined): boolean {
  return log?.status === 'checking' || log?.status === 'importing'
}

/** Sends a file, and tells which import it has become. */
export function useSendFile(onSent: (import_id: number) => void) {
  return useMutation({
    mutationFn: async ({ resource, file }: { resource: string; file: File }) => {
      const form = new FormData()
      form.append('file', file)
      return call<Answer>('POST', `${PATH}?resource=${resource}`, form, { retries: 0 })
    },
    meta: { tellsItself: true },
    onSuccess: ({ data_import_log }) => onSent(data_import_log.import_id),
  })
}
