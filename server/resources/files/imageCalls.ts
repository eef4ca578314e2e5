import type { FastifyReply } from 'fastify'
import type { MessageKey } from '#core/platform/texts/textKeys.ts'
import { imageCalls as definitionsOf, type ImageFacts } from '#core/resources/calls/imageCalls.ts'
import { pathOf } from '#core/resources/definition.ts'
import type { Context } from '#server/platform/context.ts'
import { handleAll } from '#server/platform/http/handle.ts'
import type { Call } from '#server/platform/http/http.ts'
import { requireVisible } from '#server/resources/rows.ts'
import { idIn } from '../idIn.ts'
import { findImage, readImage, writeImage } from './images.ts'

interface ImagePlace extends ImageFacts {
  /** The field of the kind `image` that stores it. */
  field: string
  /** Keeps the proportions instead of cutting to a square. */
  whole: boolean
  /** Record of other paths, and the actor who reaches it. */
  own?: NonNullable<ImageFacts['own']> & {
    of: (context: Context) => { context: Context; id: number }
    more: (context: Context) => Promise<object>
  }
}

/** The calls of a record's image: read, replace, delete. */
export function imageCalls(place: ImagePlace): Call[] {
  const { resource, field, name } = place
  const meant = (context: Context, params: Record<string, number>) =>
    place.own?.of(context) ?? { context, id: idIn(params, resource.id) }
  return handleAll(resource.name, definitionsOf(place), {
    readImage: {
      summary: `The ${name} of this record`,
      writesReply: true,
      run: async (context, { params, query, reply }) => {
        const { context: as, id } = meant(context, params)
        sendImage(reply, await findImage(as, resource, id, field, query.size === 'thumb'))
        return undefined
      },
    },
    putImage: {
      summary: `Put a ${name} there: a form with the file ${name}_file, PNG, JPEG or GIF of at most 10 000 000 bytes`,
      // The file is read before the transaction begins: a slow sender holds no connection.
      transaction: false,
      run: async (context, { params, request }) => {
        const { context: as, id } = meant(context, params)
        await requireVisible(as, resource, id)
        const image = await readImage(request, `${name}_file`, place.whole)
        return context.db.transaction().execute(async (db) => {
          const record = await writeImage({ ...as, db }, resource, id, field, image)
          return answerOf({ ...context, db }, place, record, 'messages.saved')
        })
      },
    },
    removeImage: {
      summary: `Take the ${name} away`,
      run: async (context, { params }) => {
        const { context: as, id } = meant(context, params)
        const record = await writeImage(as, resource, id, field, null)
        return answerOf(context, place, record, 'messages.deleted')
      },
    },
  })
}

function sendImage(reply: FastifyReply, { type, bytes }: Awaited<ReturnType<typeof findImage>>): void {
  void reply
    .header('content-type', type)
    // The path contains the version, and the session decides who may see it.
    .header('cache-control', 'private, max-age=86400')
    .header('vary', 'authorization')
    .send(bytes)
}

/** The record with the paths of its image, and further fields of a call at another path. */
async function answerOf(
  context: Context,
  { resource, field, name, own }: ImagePlace,
  record: Record<string, unknown>,
  message: MessageKey,
) {
  const base = own?.path ?? `${pathOf(resource)}/${record[resource.id]}`
  return {
    [resource.single]: { ...record, ...addressesOf(base, name, record[field]) },
    ...(await own?.more(context)),
    message,
    type: 'success',
  }
}

/** The paths of an image and its thumbnail; null without one. The file's number gives each version its own path. */
export function addressesOf(base: string, name: string, file: unknown): Record<string, string | null> {
  const address = (size: string) => (file == null ? null : `${base}/${name}?size=${size}&v=${file}`)
  return { [name]: address('full'), [`${name}_thumb`]: address('thumb') }
}
