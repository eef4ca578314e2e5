import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppliedTax } from './applicableTaxes.ts'
import { calculateTaxes, sumTaxes, type TaxedLine, taxedQuantity, taxTotal } from './calculateTaxes.ts'

const GALLON = '3.785411784'
const NONE = { discount: '0', charges: '0' }

const percent = (rate: string, more: Partial<AppliedTax> = {}): AppliedTax => ({
  tax_code_id: 1,
  tax_name: 'Sales tax',
  jurisdiction: null,
  basis: 'percent',
  unit_title: null,
  unit_liters: null,
  applies_to: 'goods',
  rounding: 'document',
  exchange_rate: '1',
  rate,
  tax_rule_id: 1,
  tax_exemption_id: null,
  certificate: null,
  exempt_use: null,
  ...more,
})
const perGallon = (rate: string, more: Partial<AppliedTax> = {}): AppliedTax =>
  percent(rate, { basis: 'per_unit', unit_title: 'gal', unit_liters: GALLON, tax_code_id: 2, ...more })
const EXEMPT = { tax_exemption_id: 9, certificate: 'F-1', exempt_use: 'farm' } as const

const line = (
  amount: string,
  taxes: readonly AppliedTax[],
  quantity = '1',
  liters: string | null = null,
) => ({
  ...{ amount, taxes, quantity, liters },
})

describe('examples', () => {
  // IRS Publication 510: diesel fuel, $0.244 per gallon; dyed diesel fuel, $0.001 (the Leaking Underground Storage Tank tax).
  test('the federal excise tax on diesel is an amount per gallon', () => {
    const diesel = line('24375.00', [perGallon('0.244')], '7500', GALLON)
    const dyed = line('3250.00', [perGallon('0.001')], '1000.5', GALLON)
    expect(calculateTaxes([diesel], NONE, 2)[0]).toMatchObject({
      tax: '1830.000',
      taxable_amount: '24375.000',
    })
    expect(calculateTaxes([dyed], NONE, 2)[0]).toMatchObject({ tax: '1.000' })
  })

  test('a quantity in litres is taxed by its gallons; a line without a volume is not taxed per gallon', () => {
    const [tax] = calculateTaxes([line('0', [perGallon('0.244')], '378.541178', '1')], NONE, 2)
    expect(tax).toMatchObject({ tax: '24.400', taxable_liters: '378.541178000000' })
    expect(taxedQuantity(tax!.taxable_liters, tax!.unit_liters)).toBe('100')
    expect(calculateTaxes([line('10', [perGallon('0.244')], '2', null)], NONE, 2)).toEqual([])
  })

  // Streamlined Sales and Use Tax Agreement, section 324: carried to the third decimal place, rounded up to the next cent if that place is
  // greater than four, by item or by invoice as the seller chooses. Nebraska: 5.5 %.
  test.each([
    ['0.90', '0.050'], // 0.0495
    ['0.99', '0.050'], // 0.05445
    ['1.00', '0.060'], // 0.055
    ['1842.73', '101.350'], // 101.35015
  ])('5.5 %% of %s is %s', (amount, tax) => {
    expect(calculateTaxes([line(amount, [percent('5.5')])], NONE, 2)[0]!.tax).toBe(tax)
  })

  test('a tax is rounded once: for the document, or on each line', () => {
    const lines = (rounding: 'document' | 'line') =>
      ['0.10', '0.10', '0.10'].map((amount) => line(amount, [percent('5.5', { rounding })]))
    // 3 × 0.0055 = 0.0165 rounds to 0.02; each line alone rounds to 0.01.
    expect(taxTotal(calculateTaxes(lines('document'), NONE, 2))).toBe('0.020')
    expect(taxTotal(calculateTaxes(lines('line'), NONE, 2))).toBe('0.030')
  })

  // OpenPEPPOL, Peppol BIS Billing 3.0 (EN 16931), base-example.xml: lines of 2,800 and −1,500, insurance of 25, VAT of 25 % on 1,325.
  test('VAT applies to the goods and the charges of the document', () => {
    const vat = percent('25', { applies_to: 'goods_and_freight' })
    const taxes = calculateTaxes(
      [line('2800', [vat]), line('-1500', [vat])],
      { discount: '0', charges: '25' },
      2,
    )
    expect(sumTaxes(taxes)).toMatchObject([{ taxable_amount: '1325.000', tax: '331.250' }])
  })

  test('an exempt line shows its untaxed amount', () => {
    const taxes = calculateTaxes(
      [line('100', [percent('5.5')]), line('50', [percent('5.5', EXEMPT)], '20', GALLON)],
      NONE,
      2,
    )
    expect(taxes[1]).toMatchObject({ certificate: 'F-1', exempt_amount: '50.000', taxable_amount: '0.000' })
    expect(sumTaxes(taxes)).toMatchObject([
      { taxable_amount: '100.000', exempt_amount: '50.000', exempt_liters: '75.708235680000', tax: '5.500' },
    ])
  })

  test('an amount per unit in another currency is divided by the exchange rate', () => {
    const [tax] = calculateTaxes(
      [line('0', [perGallon('0.244', { exchange_rate: '1.25' })], '100', GALLON)],
      NONE,
      2,
    )
    expect(tax!.tax).toBe('19.520')
  })

  test('freight without goods is divided evenly', () => {
    const vat = percent('20', { applies_to: 'goods_and_freight' })
    const taxes = calculateTaxes([line('0', [vat]), line('0', [vat])], { discount: '0', charges: '10' }, 2)
    expect(taxes.map(({ tax }) => tax)).toEqual(['1.000', '1.000'])
  })
})

const cents = fc
  .integer({ min: 1, max: 50_000_000 })
  .map((value) => new Decimal(value).dividedBy(100).toFixed(2))
const taxes = fc.array(
  fc
    .record({
      rate: fc
        .integer({ min: 0, max: 30_000_000 })
        .map((value) => new Decimal(value).dividedBy(1e6).toFixed(6)),
      basis: fc.constantFrom('percent', 'per_unit'),
      applies_to: fc.constantFrom('goods', 'goods_and_freight'),
      rounding: fc.constantFrom('document', 'line'),
      isExempt: fc.boolean(),
      tax_code_id: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ basis, isExempt, rate, ...more }) => ({
      ...(basis === 'percent' ? percent(rate) : perGallon(rate)),
      ...(isExempt ? EXEMPT : {}),
      ...more,
    })) as fc.Arbitrary<AppliedTax>,
  { maxLength: 3 },
)
const lines: fc.Arbitrary<TaxedLine[]> = fc.array(
  fc.record({ amount: cents, quantity: cents, liters: fc.constantFrom(GALLON, '1', null), taxes }),
  { minLength: 1, maxLength: 6 },
)
const adjustments = fc.record({ discount: fc.constantFrom('0', '0.01'), charges: cents })
const places = fc.constantFrom(0, 2, 3)
const sum = (values: readonly string[]) => values.reduce((whole, value) => whole.plus(value), new Decimal(0))

describe('properties', () => {
  test('the taxes of the lines add up to the tax of the document, which is rounded once', () => {
    fc.assert(
      fc.property(lines, adjustments, places, (all, document, scale) => {
        const same = all.map((item) => ({ ...item, taxes: [percent('5.5')] }))
        const calculated = calculateTaxes(same, document, scale)
        const base = sum(calculated.map(({ taxable_amount }) => taxable_amount))
        const expected = base.times('5.5').dividedBy(100).toDecimalPlaces(scale, Decimal.ROUND_HALF_UP)
        expect(taxTotal(calculated)).toBe(expected.toFixed(3))
      }),
    )
  })

  test('taxable and exempt amounts add up to the total of the document', () => {
    fc.assert(
      fc.property(lines, adjustments, places, fc.array(fc.boolean()), (all, document, scale, exempt) => {
        const mixed = all.map((item, index) => ({
          ...item,
          taxes: [percent('7', { applies_to: 'goods_and_freight', ...(exempt[index] ? EXEMPT : {}) })],
        }))
        const [whole] = sumTaxes(calculateTaxes(mixed, document, scale))
        const parts = sum([whole!.taxable_amount, whole!.exempt_amount])
        const goods = sum(all.map(({ amount }) => amount)).minus(document.discount)
        const expected = goods
          .toDecimalPlaces(scale, Decimal.ROUND_HALF_UP)
          .plus(new Decimal(document.charges).toDecimalPlaces(scale, Decimal.ROUND_HALF_UP))
        expect(parts.toFixed(3)).toBe(expected.toFixed(3))
      }),
    )
  })

  test('the table of taxes adds up to the taxes of the lines, and exempt lines have no tax', () => {
    fc.assert(
      fc.property(lines, adjustments, places, (all, document, scale) => {
        const calculated = calculateTaxes(all, document, scale)
        expect(taxTotal(sumTaxes(calculated))).toBe(taxTotal(calculated))
        for (const item of calculated.filter(
          ({ certificate, rounding }) => certificate !== null && rounding === 'line',
        ))
          expect(item.tax).toBe('0.000')
      }),
    )
  })
})
