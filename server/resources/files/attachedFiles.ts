import type { FastifyRequest } from 'fastify'
import { invalid, Refusal, tooLarge } from '#server/platform/refusal.ts'
import { bytesOf, formParts } from './formParts.ts'

export interface AttachedFile {
  name: string
  content_type: string
  content: Buffer
}

/** Maximum bytes of all files of a form together: accepted by every mail server. */
const MAX_TOTAL = 10_000_000
const MAX_FILES = 10
const MAX_TEXT = 300_000

const ZIP = '504b0304'
/** Magic bytes of a file by its extension; none = it must be text. */
const KINDS: Readonly<Record<string, { type: string; begins?: string }>> = {
  pdf: { type: 'application/pdf', begins: '255044462d' },
  png: { type: 'image/png', begins: '89504e470d0a1a0a' },
  jpg: { type: 'image/jpeg', begins: 'ffd8ff' },
  jpeg: { type: 'image/jpeg', begins: 'ffd8ff' },
  gif: { type: 'image/gif', begins: '47494638' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', begins: ZIP },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', begins: ZIP },
  csv: { type: 'text/csv' },
  txt: { type: 'text/plain' },
}

const wrongType = () => new Refusal(415, 'messages.file_type')

/**
 * The fields and files of a form. A file's content must match its name: a document, a picture, a sheet or text.
 * @throws Refusal 415 for any other, 413 for more than 10 000 000 bytes together, 422 for more than ten.
 */
export async function readForm(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; files: AttachedFile[] }> {
  if (!request.isMultipart()) throw wrongType()
  const fields: Record<string, string> = {}
  const files: AttachedFile[] = []
  let total = 0
  const limits = {
    files: MAX_FILES + 1,
    fields: 20,
    parts: 40,
    fileSize: MAX_TOTAL,
    fieldSize: MAX_TEXT,
  }
  for await (const part of formParts(request, limits)) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const content = await bytesOf(part)
    total += content.length
    if (total > MAX_TOTAL) throw tooLarge()
    if (files.length === MAX_FILES)
      throw invalid([{ field: 'files', rule: 'too_high', params: { max: MAX_FILES } }])
    files.push(checked(part.filename, content))
  }
  return { fields, files }
}

function checked(filename: string, content: Buffer): AttachedFile {
  // The last part of a path, without characters that file systems refuse.
  const name = (filename.split(/[\\/]/).pop() ?? '').replace(/[\p{Cc}"<>|:*?]/gu, '').slice(-200)
  const kind = KINDS[name.split('.').pop()?.toLowerCase() ?? '']
  if (!kind || !name.includes('.') || !isOfType(content, kind.begins)) throw wrongType()
  return { name, content_type: kind.type, content }
}

function isOfType(content: Buffer, begins: string | undefined): boolean {
  if (begins) return content.subarray(0, begins.length / 2).toString('hex') === begins
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(content).includes('\0')
  } catch {
    return false
  }
}
