import * as calls from '#core/domains/tanks/calls.ts'
import { checkFormula } from '#core/domains/tanks/formula/formula.ts'
import { cachedTankCurve, PLAIN_TANK } from '#core/domains/tanks/volume/tankVolume.ts'
import type { ReceivedBy } from '#core/platform/defineCall.ts'
import { handle } from '#server/platform/http/handle.ts'
import { setOwnProductName } from './saveProduct.ts'

const POINTS = 100

/** The calls of tank kinds and products in addition to the standard ones. */
export const tankCalls = [
  handle('tank_types', calls.previewCurve, {
    summary: 'The volume curve of a formula for a tank of a given size, and its errors',
    transaction: false,
    run: async (_, { body }) => previewCurve(body),
  }),
  handle('tank_products', calls.setOwnProductName, {
    summary: 'Your company’s name for a product of a company above it; null restores the owner’s name',
    run: async (context, { params: { product_id }, body }) => ({
      tank_product: await setOwnProductName(context, product_id, body.own_name),
      message: 'messages.saved',
      type: 'success',
    }),
  }),
]

function previewCurve({ formula, strapping, dimensions }: ReceivedBy<typeof calls.previewCurve>['body']) {
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
