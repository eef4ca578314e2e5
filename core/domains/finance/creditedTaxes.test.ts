import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppliedTax } from './applicableTaxes.ts'
import { calculateTaxes } from './calculateTaxes.ts'
import { creditedTaxes, type StoredTax } from './creditedTaxes.ts'

const GALLON = '3.785411784'
const SALES: AppliedTax = {
  ...{ tax_code_id: 1, tax_name: 'Sales tax', jurisdiction: null, basis: 'percent', unit_title: null },
  ...{ unit_liters: null, applies_to: 'goods_and_freight', rounding: 'document', exchange_rate: '1' },
  ...{ rate: '5.5', tax_rule_id: 1, tax_exemption_id: null, certificate: null, exempt_use: null },
}
const EXCISE: AppliedTax = {
  ...SALES,
  ...{ tax_code_id: 2, tax_name: 'Excise', basis: 'per_unit', rate: '0.244', unit_liters: GALLON },
}

/** An invoice over lines of 100.00 for 40 gallons each, and freight. */
function invoiceOf(count: number, charges: string) {
  const lines = Array.from({ length: count }, (_, index) => ({
    ...{ document_detail_id: index + 1, line_total: '100.00', liters: GALLON },
  }))
  const taxed = lines.map(({ line_total: amount, liters }) => ({
    ...{ amount, liters, quantity: '40', taxes: [SALES, EXCISE] },
  }))
  const taxes = calculateTaxes(taxed, { discount: '0', charges }, 2).map(({ line, ...tax }) => ({
    ...tax,
    document_detail_id: line + 1,
  }))
  return { lines, taxes }
}

const taxOf = (taxes: readonly StoredTax[]) => taxes.map(({ tax }) => Number(tax))
const NOTHING = { lines: [], discount_amount: '0', charges: '0', isRest: false }

test('a credited quantity takes back its taxes, without those on freight', () => {
  const lines = [{ document_detail_id: 1, quantity: '-20', line_total: '-50.00' }]
  const taxes = creditedTaxes(invoiceOf(1, '10'), [], { ...NOTHING, lines }, 2)
  // 5.5 % of 50; 20 × 0.244.
  expect(taxOf(taxes)).toEqual([-2.75, -4.88])
  expect(taxes[0]).toMatchObject({
    document_detail_id: 1,
    taxable_amount: '-50.000',
    taxable_liters: '-75.708235680000',
  })
})

test('an amount without goods lowers taxes in percent only', () => {
  const taxes = creditedTaxes(invoiceOf(2, '10'), [], { ...NOTHING, discount_amount: '30' }, 2)
  expect(taxOf(taxes.filter(({ basis }) => basis === 'percent')).reduce((a, b) => a + b)).toBeCloseTo(-1.65)
  expect(taxOf(taxes.filter(({ basis }) => basis === 'per_unit')).every((tax) => tax === 0)).toBe(true)
})

test('the rest after any earlier credits gives back every tax to the cent', () => {
  const step = fc.record({
    line: fc.integer({ min: 1, max: 3 }),
    part: fc.integer({ min: 1, max: 300 }),
    isAmount: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), fc.constantFrom('0', '9.99'), (steps, charges) => {
      const invoice = invoiceOf(3, charges)
      const earlier: StoredTax[] = []
      for (const { line, part, isAmount } of steps) {
        const amount = new Decimal(part).dividedBy(10).negated().toFixed(2)
        const lines = [{ document_detail_id: line, quantity: amount, line_total: amount }]
        const credited = isAmount ? { ...NOTHING, discount_amount: amount.slice(1) } : { ...NOTHING, lines }
        earlier.push(...creditedTaxes(invoice, earlier, credited, 2))
      }
      const rest = creditedTaxes(invoice, earlier, { ...NOTHING, isRest: true }, 2)
      for (const name of ['tax', 'taxable_amount', 'taxable_liters'] as const) {
        const sum = [...invoice.taxes, ...earlier, ...rest].reduce(
          (all, item) => all.plus(item[name] ?? 0),
          new Decimal(0),
        )
        expect(sum.toNumber()).toBe(0)
      }
    }),
  )
})
