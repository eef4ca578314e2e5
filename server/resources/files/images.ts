import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { type RecordOf, type Resource, tableOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, notFound, Refusal } from '#server/platform/refusal.ts'
import { updateRecord } from '#server/resources/operations.ts'
import { lockRecord, readRecord } from '#server/resources/rows.ts'
import { drawPicture } from './drawPicture.ts'
import { bytesOf, firstFile } from './formParts.ts'

/** Maximum bytes of an uploaded image. */
const MAX_FILE_BYTES = 10_000_000
/** Maximum pixels of either side. */
const SIDE = 600
const THUMB_SIDE = 96

/** Magic bytes of accepted files, regardless of their names. */
const BEGINNINGS = ['89504e470d0a1a0a', 'ffd8ff', '474946383761', '474946383961']

export interface StoredImage {
  content: Buffer
  thumb: Buffer
}

const wrongType = () => new Refusal(415, 'messages.file_type')

/** Enables file uploads in calls. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 5, parts: 6 } })
}

/**
 * The image in the field `name` of a form, in its stored form: upright, without metadata, a square or (`whole`) with its proportions.
 * Drawn outside any transaction.
 * @throws Refusal 415 for anything but a PNG, JPEG or GIF, 413 for more than 10 000 000 bytes, 422 without a file or for too many pixels.
 */
export async function readImage(request: FastifyRequest, name: string, whole: boolean): Promise<StoredImage> {
  if (!request.isMultipart()) throw wrongType()
  const file = await firstFile(request)
  if (!file || file.fieldname !== name) throw invalid([{ field: name, rule: 'required' }])
  const bytes = await bytesOf(file)
  const start = bytes.subarray(0, 8).toString('hex')
  if (!BEGINNINGS.some((prefix) => start.startsWith(prefix))) throw wrongType()
  const drawn = await drawPicture(bytes, name, [
    { side: SIDE, whole, quality: 84 },
    { side: THUMB_SIDE, whole, quality: 84 },
  ])
  const [content, thumb] = drawn ?? []
  if (!content || !thumb) throw wrongType()
  return { content, thumb }
}

/** Replaces the image in a field of a record; null removes it. */
export async function writeImage<R extends Resource>(
  context: Context,
  resource: R,
  id: number,
  field: string,
  image: StoredImage | null,
): Promise<RecordOf<R>> {
  const before: Record<string, unknown> = await lockRecord(context, resource, id)
  const file_id = image && (await insertFile(context, image))
  const record = await updateRecord(context, resource, id, { [field]: file_id } as never)
  await sql`delete from files where file_id = ${before[field]}`.execute(context.db)
  return record
}

/** Stores an image. @returns the number of its file */
export async function insertFile({ db }: Context, { content, thumb }: StoredImage): Promise<number> {
  const { rows } = await sql<{ file_id: number }>`
    insert into files (content_type, content, thumb) values ('image/webp', ${content}, ${thumb})
    returning file_id`.execute(db)
  return Number(firstOf(rows).file_id)
}

/** @throws Refusal 404 for a record out of reach, and for one without an image. */
export async function findImage(
  context: Context,
  resource: Resource,
  id: number,
  field: string,
  isThumb: boolean,
): Promise<{ type: string; bytes: Buffer }> {
  await readRecord(context, resource, id)
  const { rows } = await sql<{ type: string; bytes: Buffer }>`
    select f.content_type as type, ${sql.ref(isThumb ? 'f.thumb' : 'f.content')} as bytes
    from ${sql.table(tableOf(resource))} r join files f on f.file_id = r.${sql.id(field)}
    where r.${sql.id(resource.id)} = ${id}`.execute(context.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
