import { expect, test } from 'vitest'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { issuesIn } from './issuesIn.ts'

test.each([
  ['', 'required'],
  ['many', 'decimal'],
])('a quantity %j in a row is %s', (quantity, rule) => {
  const details = [{ product_id: 1, quantity, unit_price: '2' }]
  const found = issuesIn(transaction_documents, { details }, { isNew: true, check: undefined, before: {} })
  expect(found).toContainEqual({ field: 'details.0.quantity', rule })
})
