import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { data_import_logs, type FieldMapping } from '#core/domains/tools/data_import_logs.ts'
import type {
  carryOutImport,
  checkImport,
  mapImport,
  sendCorrectedRows,
  sendImportFile,
  stopImport,
  undoImport,
} from '#core/domains/tools/importCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import type { StandardCalls } from '#core/resources/calls/standardCalls.ts'
import { request } from '#web/platform/calls/request.ts'

export type ImportLog = ResponseOf<typeof checkImport>['data_import_log']
type ReadImport = StandardCalls<typeof data_import_logs, ImportLog>['read']

/** A request to an import: a step, with the mapping of columns, or another sheet or row of the file. */
export type ImportWork =
  | { step: 'check'; mappings: FieldMapping[] }
  | { step: 'import' | 'stop' | 'undo' }
  | { step: 'read'; sheet?: number; heading_row?: number }
  | { step: 'correct'; file: File }

/** Polling interval, short enough to see progress, ms. */
const POLL_MS = 700

/** One import, polled while the server works on it. */
export function useImport(id: string | undefined) {
  const client = useQueryClient()
  const key = [data_import_logs.name, 'one', id]
  const found = useQuery({
    queryKey: key,
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) =>
            (
              await request<ReadImport>('GET', '/data_import_logs/:import_id', {
                params: { import_id: id },
                signal,
              })
            ).data_import_log,
    refetchInterval: ({ state }) => (isWorking(state.data) ? POLL_MS : false),
  })
  const work = useMutation({
    mutationFn: async (task: ImportWork) => {
      const { data_import_log } = await carryOut({ import_id: String(id) }, task)
      client.setQueryData(key, data_import_log)
    },
    onSettled: () => client.invalidateQueries(),
  })
  return { found, work }
}

async function carryOut(params: { import_id: string }, task: ImportWork) {
  const path = '/data_import_logs/:import_id'
  switch (task.step) {
    case 'check':
      await request<typeof mapImport>('PATCH', path, { params, body: { field_mappings: task.mappings } })
      return request<typeof checkImport>('POST', `${path}/check`, { params, retries: 0 })
    case 'import':
      return request<typeof carryOutImport>('POST', `${path}/import`, { params, retries: 0 })
    case 'stop':
      return request<typeof stopImport>('POST', `${path}/stop`, { params, retries: 0 })
    case 'undo':
      return request<typeof undoImport>('POST', `${path}/undo`, { params, retries: 0 })
    case 'read': {
      const { sheet, heading_row } = task
      return request<typeof mapImport>('PATCH', path, { params, body: { sheet, heading_row } })
    }
    case 'correct':
      return request<typeof sendCorrectedRows>('POST', `${path}/corrected`, {
        ...{ params, form: await formOf(task.file), retries: 0 },
      })
  }
}

export function isWorking(log: ImportLog | undefined): boolean {
  return log?.status === 'checking' || log?.status === 'importing' || log?.status === 'undoing'
}

/**
 * The file as form data. Read whole first: a file that has changed since it was chosen can no longer be read, and must not be
 * sent in part.
 */
async function formOf(file: File): Promise<FormData> {
  const form = new FormData()
  form.append('file', new File([await file.arrayBuffer()], file.name, { type: file.type }))
  return form
}

/** Sends a file, and passes on the id of its import. */
export function useSendFile(onSent: (import_id: number) => void) {
  return useMutation({
    mutationFn: async ({ resource, file }: { resource: string; file: File }) =>
      request<typeof sendImportFile>('POST', '/data_import_logs', {
        ...{ query: { resource }, form: await formOf(file), retries: 0 },
      }),
    meta: { hasOwnMessage: true },
    onSuccess: ({ data_import_log }) => onSent(data_import_log.import_id),
  })
}
