import { z } from 'zod'
import { Id } from '#core/platform/id.ts'
import type { MessageKey } from '#core/platform/textKeys.ts'
import { pathOf, type Resource } from '#core/resources/definition.ts'
import { may } from '#core/resources/may.ts'
import type { Context } from '#server/platform/context.ts'
import type { Call, CallInput } from '#server/platform/http.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { findImage, readImage, writeImage } from './images.ts'

interface ImagePlace {
  resource: Resource
  /** The field of the kind `image` that holds it. */
  field: string
  /** What it is called on the wire: `photo` is uploaded as `photo_file`. */
  name: string
  /** Kept as it is instead of cut to a square. */
  whole: boolean
  /** Another place than `/kind/:id`, with the record that is meant and as whom it is reached. */
  own?: {
    path: string
    of: (context: Context) => { context: Context; id: number }
    more: (context: Context) => Promise<object>
    moreAnswer: z.ZodRawShape
  }
}

/** The calls around an image of a record: see it, put one there, take it away. */
export function imageCalls({ resource, field, name, whole, own }: ImagePlace): Call[] {
  const base = own?.path ?? `${pathOf(resource)}/:${resource.id}`
  const path = `${base}/${name}`
  const access = (action: 'read' | 'update'): Call['access'] => (own ? 'session' : may(resource, action).who)
  const params = z.object(own ? {} : { [resource.id]: Id })
  const meant = (context: Context, input: CallInput) =>
    own ? own.of(context) : { context, id: input.params[resource.id] as number }
  const answer = z.object({
    [resource.single]: z.looseObject({}),
    ...own?.moreAnswer,
    message: z.string(),
    type: z.string(),
  })
  const answerOf = async (context: Context, record: Record<string, unknown>, message: MessageKey) => ({
    [resource.single]: {
      ...record,
      ...addressesOf(base.replace(`:${resource.id}`, String(record[resource.id])), name, record[field]),
    },
    ...(await own?.more(context)),
    message,
    type: 'success',
  })
  return [
    {
      method: 'GET',
      path,
      tag: resource.name,
      summary: `The ${name} of this record`,
      access: access('read'),
      params,
      query: z.looseObject({ size: z.enum(['thumb', 'full']).optional() }),
      produces: 'image/webp',
      run: async (context, input) => {
        const { context: as, id } = meant(context, input)
        const image = await findImage(as, resource, id, field, input.query.size === 'thumb')
        void input.reply
          .header('content-type', image.type)
          // The address names the version, and whose session may see it.
          .header('cache-control', 'private, max-age=86400')
          .header('vary', 'authorization')
          .send(image.bytes)
        return undefined
      },
    },
    {
      method: 'POST',
      path,
      tag: resource.name,
      summary: `Put a ${name} there: a form with the file ${name}_file, PNG, JPEG or GIF of at most 10 000 000 bytes`,
      access: access('update'),
      params,
      answer,
      // The file comes before the transaction begins: a slow sender holds no connection.
      transaction: false,
      run: async (context, input) => {
        const { context: as, id } = meant(context, input)
        await requireVisible(as, resource, id)
        const image = await readImage(input.request, `${name}_file`, whole)
        return context.db.transaction().execute(async (db) => {
          const record = await writeImage({ ...as, db }, resource, id, field, image)
          return answerOf({ ...context, db }, record, 'messages.saved')
        })
      },
    },
    {
      method: 'DELETE',
      path,
      tag: resource.name,
      summary: `Take the ${name} away`,
      access: access('update'),
      params,
      answer,
      run: async (context, input) => {
        const { context: as, id } = meant(context, input)
        const record = await writeImage(as, resource, id, field, null)
        return answerOf(context, record, 'messages.deleted')
      },
    },
  ]
}

/** Where an image and its small form are; null without one. The number of the file makes each version an address. */
export function addressesOf(base: string, name: string, file: unknown): Record<string, string | null> {
  const address = (size: string) => (file == null ? null : `${base}/${name}?size=${size}&v=${file}`)
  return { [name]: address('full'), [`${name}_thumb`]: address('thumb') }
}
