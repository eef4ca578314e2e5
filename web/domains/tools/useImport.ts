import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { data_import_logs, type FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import type {
  carryOutImport,
  checkImport,
  mapImport,
  sendImportFile,
  undoImport,
} from '#core/domains/tools/importCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import type { StandardCalls } from '#core/resources/standardCalls.ts'
import { CallRefused } from '#web/platform/api.ts'
import { request } from '#web/platform/request.ts'

export type ImportLog = AnswerOf<typeof checkImport>['data_import_log']
type ReadImport = StandardCalls<typeof data_import_logs, ImportLog>['read']

const STEPS = {
  check: (params: { import_id: string }) =>
    request<typeof checkImport>('POST', '/data_import_logs/:import_id/check', { params, retries: 0 }),
  import: (params: { import_id: string }) =>
    request<typeof carryOutImport>('POST', '/data_import_logs/:import_id/import', { params, retries: 0 }),
  undo: (params: { import_id: string }) =>
    request<typeof undoImport>('POST', '/data_import_logs/:import_id/undo', { params, retries: 0 }),
}
/** Often enough to see it move. */
const POLL = 700

/** One import, read again and again while the server works on it. */
export function useImport(id: string | undefined) {
  const client = useQueryClient()
  const key = [data_import_logs.name, 'one', id]
  const found = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (
        await request<ReadImport>('GET', '/data_import_logs/:import_id', {
          params: { import_id: id! },
          signal,
        })
      ).data_import_log,
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
      const params = { import_id: id! }
      if (mappings)
        await request<typeof mapImport>('PATCH', '/data_import_logs/:import_id', {
          params,
          body: { field_mappings: mappings },
        })
      const before = client.getQueryData<ImportLog>(key)
      if (before && step !== 'undo')
        client.setQueryData(key, {
          ...before,
          status: step === 'check' ? 'checking' : 'importing',
          progress: 0,
        })
      try {
        return await STEPS[step](params)
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
      return request<typeof sendImportFile>('POST', '/data_import_logs', {
        query: { resource },
        form,
        retries: 0,
      })
    },
    meta: { tellsItself: true },
    onSuccess: ({ data_import_log }) => onSent(data_import_log.import_id),
  })
}
