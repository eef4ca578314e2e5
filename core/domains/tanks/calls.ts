import { z } from 'zod'
import { defineCall, signedIn } from '#core/platform/defineCall.ts'
import { Id } from '#core/platform/id.ts'
import { DISTRIBUTORS, type LoginType } from '#core/platform/loginTypes.ts'
import { typedRecordSchema } from '#core/resources/recordSchema.ts'
import { tank_products } from './tank_products.ts'

const length = z.number().min(0).max(100_000).default(0)
const Preview = () =>
  z.object({
    formula: z.string().max(255).nullable(),
    strapping: z
      .array(z.tuple([z.number(), z.number()]))
      .max(2000)
      .nullish(),
    dimensions: z.object({ diameter: length, height: length, width: length, length }),
  })

/** Users who look after a company's tanks. */
const NAMERS: readonly LoginType[] = ['customer', 'csr', 'dispenser_mgr', ...DISTRIBUTORS]

export const previewCurve = defineCall({
  method: 'POST',
  path: '/tank_types/preview',
  access: { ...signedIn, whileReadOnly: true },
  body: Preview,
  response: () =>
    z.object({
      curve: z.array(z.array(z.number())),
      capacity: z.number(),
      problems: z.array(z.string()),
    }),
})

export const setOwnProductName = defineCall({
  method: 'PUT',
  path: '/tank_products/:product_id/own_name',
  access: { who: { module: 'tank_products', action: 'read', loginTypes: NAMERS } },
  params: () => z.object({ product_id: Id }),
  body: () => z.object({ own_name: z.string().trim().min(1).max(65).nullable() }),
  response: () => z.object({ tank_product: typedRecordSchema(tank_products) }),
})
