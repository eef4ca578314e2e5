import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isObject } from '#core/platform/values.ts'
import { malformed, Refusal } from '#server/platform/refusal.ts'

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

/** The parts of a form, one by one. @throws Refusal 400 for a body that is not a form, or is incomplete */
export async function* formParts(request: FastifyRequest, limits?: Limits): AsyncGenerator<Multipart> {
  try {
    yield* request.parts(limits && { limits })
  } catch (error) {
    throw refusalOfForm(error)
  }
}

/** The first file of a form, if it has one. @throws Refusal 400 for a body that is not a form */
export async function firstFile(
  request: FastifyRequest,
  limits?: Limits,
): Promise<MultipartFile | undefined> {
  try {
    return await request.file(limits && { limits })
  } catch (error) {
    throw refusalOfForm(error)
  }
}

/** The bytes of a file of a form. @throws Refusal 413 for too many bytes, 400 for an incomplete form */
export async function bytesOf(file: MultipartFile): Promise<Buffer> {
  try {
    return await file.toBuffer()
  } catch (error) {
    throw refusalOfForm(error)
  }
}

/** The parser's own errors have no code: the body was not a valid form. */
function refusalOfForm(error: unknown): unknown {
  const { statusCode } = isObject(error) ? error : {}
  if (statusCode === 413) return new Refusal(413, 'messages.file_size')
  return error instanceof Refusal || statusCode !== undefined ? error : malformed()
}
