import { z } from 'zod'
import { checkFormula } from '#core/domains/tanks/formula.ts'
import { cachedTankCurve, PLAIN_TANK } from '#core/domains/tanks/tankVolume.ts'
import { Id } from '#core/platform/id.ts'
import { DISTRIBUTORS, type LoginType } from '#core/platform/loginTypes.ts'
import type { Call } from '#server/platform/http.ts'
import { setOwnProductName } from './saveProduct.ts'

const length = z.number().min(0).max(100_000).default(0)
const Preview = z.object({
  formula: z.string().max(255).nullable(),
  strapping: z
    .array(z.tuple([z.number(), z.number()]))
    .max(2000)
    .nullish(),
  dimensions: z.object({ diameter: length, height: length, width: length, length }),
})

const POINTS = 100

/** Whoever looks after a company's tanks. */
const NAMERS: readonly LoginType[] = ['customer', 'csr', 'dispenser_mgr', ...DISTRIBUTORS]

export const tankCalls: Call[] = [
  {
    method: 'POST',
    path: '/tank_types/preview',
    whileReadOnly: true,
    tag: 'tank_types',
    summary: 'The volume curve of a formula for a tank of some size, and what is wrong with it',
    access: 'session',
    transaction: false,
    body: Preview,
    answer: z.object({
      curve: z.array(z.array(z.number())),
      capacity: z.number(),
      problems: z.array(z.string()),
    }),
    run: async (_, { body }) => previewCurve(body),
  },
  {
    method: 'PUT',
    path: '/tank_products/:product_id/own_name',
    tag: 'tank_products',
    summary: 'What your company calls a product of a company above it; null = as its owner does',
    access: { module: 'tank_products', action: 'read', loginTypes: NAMERS },
    params: z.object({ product_id: Id }),
    body: z.object({ own_name: z.string().trim().min(1).max(65).nullable() }),
    answer: z.object({ tank_product: z.looseObject({}) }),
    run: async (context, { params: { product_id }, body }) => ({
      tank_product: await setOwnProductName(context, product_id, body.own_name),
      message: 'messages.saved',
      type: 'success',
    }),
  },
]

function previewCurve({ formula, strapping, dimensions }: z.infer<typeof Preview>) {
  const problems: string[] = formula ? checkFormula(formula) : []
  if (problems.length > 0) return { curve: [], capacity: 0, problems }
  try {
    const curve = cachedTankCurve({
      ...PLAIN_TANK,
      ...dimensions,
      formula,
      strapping: strapping ?? null,
      capacity: 0,
    })
    const heights = Array.from({ length: POINTS + 1 }, (_, step) => (curve.tankHeight * step) / POINTS)
    return {
      curve: heights.map((height) => [height, curve.volumeAt(height)]),
      capacity: curve.shellCapacity,
      problems,
    }
  } catch {
    return { curve: [], capacity: 0, problems: ['not_finite'] }
  }
}
