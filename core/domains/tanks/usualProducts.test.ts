import { expect, test } from 'vitest'
import { newRecordSchema } from '#core/resources/schema.ts'
import { tank_products } from './tank_products.ts'
import { USUAL_PRODUCTS } from './usualProducts.ts'

test.each(Object.entries(USUAL_PRODUCTS))('the facts of %s are valid for a product', (name, facts) => {
  const product = { product_name: name, company_id: 1, ...facts }
  expect(newRecordSchema(tank_products).safeParse(product).error).toBeUndefined()
  expect(tank_products.check(product as never)).toEqual([])
})
