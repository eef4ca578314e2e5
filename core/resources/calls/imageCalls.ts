import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { messageFields } from '#core/platform/messageFields.ts'
import type { Action } from '#core/platform/modules.ts'
import { onePathOf, type Resource } from '../definition.ts'
import { may } from '../may.ts'
import { recordSchema } from '../recordSchema.ts'

/** An image of a record, and its path. */
export interface ImageFacts {
  resource: Resource
  /** Its name in the API: `photo` is uploaded as `photo_file`. */
  name: string
  /** A path other than `/kind/:id`, for a record that every user has, and additional fields of the response. */
  own?: { path: string; moreResponseFields: () => z.ZodRawShape }
}

/** Defines the calls for an image of a record: read, upload, remove. */
export function imageCalls({ resource, name, own }: ImageFacts) {
  const path: string = `${own?.path ?? onePathOf(resource)}/${name}`
  const access = (action: Action) => (own ? signedIn : may(resource, action))
  const params = (): z.ZodObject<Record<string, typeof Id>> => z.object(own ? {} : { [resource.id]: Id })
  const address = z.string().nullable()
  const response = (): z.ZodObject =>
    z.object({
      [resource.single]: recordSchema(resource).extend({ [name]: address, [`${name}_thumb`]: address }),
      ...own?.moreResponseFields(),
      ...messageFields(),
    })
  return {
    readImage: defineCall({
      method: 'GET',
      path,
      access: access('read'),
      params,
      query: () => z.looseObject({ size: z.enum(['thumb', 'full']).optional() }),
      produces: 'image/webp',
    }),
    putImage: defineCall({ method: 'POST', path, access: access('update'), params, response }),
    removeImage: defineCall({ method: 'DELETE', path, access: access('update'), params, response }),
  }
}
