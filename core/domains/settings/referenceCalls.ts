import { z } from 'zod'
import { defineCall, signedInOrKey } from '#core/platform/defineCall.ts'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { PageResponse } from '#core/resources/calls/pageResponse.ts'

/** A read-only list defined by the product. */
export interface ReferenceList {
  name: string
  single: string
  id: string
  /** The fields of a row other than its label. */
  row: () => z.ZodRawShape
}

const Flag = z.union([z.literal(0), z.literal(1)])

export const languages = {
  name: 'languages',
  single: 'language',
  id: 'language',
  row: () => ({
    language: z.string(),
    name: z.string().describe('Its name in that language.'),
    direction: z.enum(['ltr', 'rtl']),
    is_complete: Flag.describe('If 0, missing texts are in English.'),
  }),
} as const satisfies ReferenceList

export const time_zones = {
  name: 'time_zones',
  single: 'time_zone',
  id: 'time_zone',
  row: () => ({
    time_zone: z.string(),
    offset: z.string().describe('Current UTC offset, such as -05:00.'),
  }),
} as const satisfies ReferenceList

export const modules = {
  name: 'modules',
  single: 'module',
  id: 'module',
  row: () => ({ module: z.string(), permissions: z.array(z.string()) }),
} as const satisfies ReferenceList

export const login_types = {
  name: 'login_types',
  single: 'login_type',
  id: 'login_type_id',
  row: () => ({ login_type_id: z.enum(ALL_LOGIN_TYPES), is_staff: Flag, user_type: z.string() }),
} as const satisfies ReferenceList

export type ReferenceCalls<L extends ReferenceList> = ReturnType<typeof referenceCalls<L>>

type Row<L extends ReferenceList> = z.ZodObject<ReturnType<L['row']> & { label: z.ZodString }>
/** One type for a list known at compile time, another for any list. */
type IfKnown<L extends ReferenceList, Known> = string extends L['name']
  ? z.ZodObject<z.ZodRawShape, z.core.$loose>
  : Known

/** Defines the calls of a product-defined list, readable by every signed-in user. */
export function referenceCalls<const L extends ReferenceList>(list: L) {
  const { name, id }: { name: L['name']; id: L['id'] } = list
  return {
    list: defineCall({
      method: 'GET',
      path: `/${name}`,
      access: signedInOrKey,
      query: () =>
        z.looseObject({
          search: z.string().max(255).optional(),
          page_size: z.string().optional(),
          page_num: z.string().optional(),
          options: z.string().optional(),
        }),
      response: () => listOf(list),
    }),
    read: defineCall({
      method: 'GET',
      path: `/${name}/:${id}`,
      access: signedInOrKey,
      params: () => keyOf(list),
      response: () => oneOf(list),
    }),
  }
}

function keyOf<L extends ReferenceList>(list: L): z.ZodObject<Record<L['id'], z.ZodString>>
function keyOf({ id }: ReferenceList): z.ZodObject {
  return z.object({ [id]: z.string().max(65) })
}

function oneOf<L extends ReferenceList>(list: L): IfKnown<L, z.ZodObject<Record<L['single'], Row<L>>>>
function oneOf({ single, row }: ReferenceList): z.ZodObject {
  return z.object({ [single]: z.object({ ...row(), label: z.string() }) })
}

/** With `options`, only ids and labels. */
function listOf<L extends ReferenceList>(
  list: L,
): IfKnown<
  L,
  z.ZodObject<{ page: z.ZodOptional<typeof PageResponse> } & Record<L['name'], z.ZodArray<Row<L>>>>
>
function listOf({ name, row }: ReferenceList): z.ZodObject {
  return z.object({
    page: PageResponse.optional(),
    [name]: z.array(z.object(row()).partial().extend({ label: z.string() })),
  })
}
