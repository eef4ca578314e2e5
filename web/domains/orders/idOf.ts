import type { AnyRecord } from '#web/resources/useRecords.ts'

export function idOf(record: AnyRecord): { document_id: number } {
  return { document_id: Number(record['document_id']) }
}
