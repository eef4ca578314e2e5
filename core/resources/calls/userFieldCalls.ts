import { z } from 'zod'
import { defineCall, signedInOrKey } from '#core/platform/defineCall.ts'
import { DATA_TYPES } from '../fields/userFields.ts'

const KnownField = () =>
  z.object({
    resource: z.string(),
    name: z.string(),
    label: z.string(),
    label_es: z.string().nullable(),
    help: z.string().nullable(),
    help_es: z.string().nullable(),
    data_type: z.enum(DATA_TYPES),
    is_required: z.int(),
    default_value: z.string().nullable(),
    min_value: z.string().nullable(),
    max_value: z.string().nullable(),
    max_length: z.int().nullable(),
    decimals: z.int().nullable(),
    choices: z.array(z.string()).nullable(),
    in_list: z.int(),
    is_searchable: z.int(),
    is_filter: z.int(),
    staff_only: z.int(),
  })

/** For every screen: user-defined fields appear in lists, forms and filters. */
export const listKnownFields = defineCall({
  method: 'GET',
  path: '/user_defined_fields/known',
  access: signedInOrKey,
  response: () => z.object({ user_defined_fields: z.array(KnownField()) }),
})
