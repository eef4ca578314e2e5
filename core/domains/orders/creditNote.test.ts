import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHARGES } from './charges.ts'
import {
  type CreditableInvoice,
  type CreditableLine,
  type CreditNote,
  type CreditRequest,
  creditIssues,
  creditNoteOf,
  leftToCredit,
  quantityToCredit,
} from './creditNote.ts'
import { documentTotals, lineTotal } from './totals.ts'

const ZERO = '0.000'
const NO_CHARGES = { freight: ZERO, customs: ZERO, expedite_fee: ZERO, handling_charge: ZERO }

function lineOf(document_detail_id: number, quantity: string, unit_price: string, more: object = {}) {
  const line = {
    ...{
      document_detail_id,
      quantity,
      unit_price,
      line_discount_type: 'A' as const,
      line_discount_amount: ZERO,
    },
    ...more,
  }
  return {
    ...line,
    line_total: lineTotal(line, 2),
    credited: { quantity: ZERO, discount: ZERO, total: ZERO },
  } as CreditableLine
}

function invoiceOf(lines: readonly CreditableLine[], more: object = {}): CreditableInvoice {
  const document = { ...NO_CHARGES, discount_type: 'A' as const, discount: ZERO, ...more }
  const totals = documentTotals(
    lines.map(({ line_total }) => line_total),
    document,
    '0',
    { company: 2, document: 2 },
  )
  return { ...document, ...totals, lines, credited: { ...NO_CHARGES, discount: ZERO, total: ZERO } }
}

/** The invoice after a credit note, as the server reads it. */
function minus(invoice: CreditableInvoice, note: CreditNote): CreditableInvoice {
  const less = (one: string, other: string) => new Decimal(one).minus(other).toFixed(3)
  return {
    ...invoice,
    lines: invoice.lines.map((line) => {
      const part = note.lines.find((item) => item.line.document_detail_id === line.document_detail_id)
      if (!part) return line
      const { quantity, discount, total } = line.credited
      return {
        ...line,
        credited: {
          quantity: less(quantity, part.quantity),
          discount: less(discount, part.line_discount_amount),
          total: less(total, part.line_total),
        },
      }
    }),
    credited: {
      ...(Object.fromEntries(
        CHARGES.map((name) => [name, less(invoice.credited[name], note[name])]),
      ) as typeof NO_CHARGES),
      discount: less(invoice.credited.discount, note.discount),
      total: less(invoice.credited.total, note.total_amount),
    },
  }
}

const credit = (invoice: CreditableInvoice, request: CreditRequest = {}) => {
  expect(creditIssues(invoice, request, 2)).toEqual([])
  return creditNoteOf(invoice, request, 2)!
}

describe('a credit note', () => {
  const invoice = invoiceOf([lineOf(1, '100.000', '3.2555'), lineOf(2, '3.000', '10')], {
    discount: '10.000',
    freight: '25.000',
  })

  test('equals the invoice below zero if it credits the whole invoice', () => {
    expect(credit(invoice)).toMatchObject({
      lines: [
        { quantity: '-100.000', line_total: '-325.550' },
        { quantity: '-3.000', line_total: '-30.000' },
      ],
      ...{ discount: '-10.000', discount_amount: '-10.000', freight: '-25.000' },
      total_amount: '-370.550',
    })
  })

  test('prices a credited quantity like a line, with its share of the discount and no charges', () => {
    expect(credit(invoice, { details: [{ document_detail_id: 1, quantity: '10.000' }] })).toMatchObject({
      lines: [{ quantity: '-10.000', line_total: '-32.560' }],
      ...{ discount_amount: '-0.920', freight: '0.000', total_amount: '-31.640' },
    })
  })

  test('has each order’s share of the discount of an invoice over several orders', () => {
    const discounts = [
      { discount: '8.000', lines: [1] },
      { discount: '2.000', lines: [2] },
    ]
    const shared = { ...invoice, discounts }
    const note = credit(shared, { details: [{ document_detail_id: 2, quantity: '1.000' }] })
    expect(note).toMatchObject({ discount: '-0.670', total_amount: '-9.330' })
    const goods = credit(minus(shared, note), { details: [{ document_detail_id: 1, quantity: '100' }] })
    expect(goods).toMatchObject({ discount: '-8.000', total_amount: '-317.550' })
    expect(credit(minus(minus(shared, note), goods))).toMatchObject({
      ...{ discount: '-1.330', freight: '-25.000', total_amount: '-43.670' },
    })
  })

  test('has no lines if it credits an amount, and limits the value of a later credit of the goods', () => {
    const note = credit(invoice, { amount: '370.00' })
    expect(note).toMatchObject({ lines: [], discount_amount: '370.000', total_amount: '-370.000' })
    const rest = minus(invoice, note)
    expect(leftToCredit(rest)).toBe('0.550')
    const goods = credit(rest, { details: [{ document_detail_id: 2, quantity: '3' }] })
    expect(goods).toMatchObject({ lines: [{ line_total: '-30.000' }], total_amount: '-0.550' })
  })

  test('is refused at each field that exceeds the rest', () => {
    expect(creditIssues(invoice, { amount: '370.56' }, 2)).toEqual([
      { field: 'amount', rule: 'above_credit', params: { left: '370.550' } },
    ])
    expect(creditIssues(invoice, { amount: '0.001' }, 2)).toMatchObject([{ rule: 'too_many_decimals' }])
    expect(creditIssues(invoice, { amount: '0' }, 2)).toMatchObject([{ rule: 'above_zero' }])
    expect(creditIssues(invoice, { amount: '1', details: [] }, 2)).toMatchObject([
      { rule: 'lines_or_amount' },
    ])
    expect(creditIssues(invoice, { details: [] }, 2)).toMatchObject([{ field: 'details', rule: 'no_lines' }])
    const details = [
      { document_detail_id: 1, quantity: '100.001' },
      { document_detail_id: 3, quantity: '1' },
      { document_detail_id: 1, quantity: '0' },
    ]
    expect(creditIssues(invoice, { details }, 2).map(({ field, rule }) => [field, rule])).toEqual([
      ['details.0.quantity', 'above_credit'],
      ['details.1.document_detail_id', 'not_found'],
      ['details.2.document_detail_id', 'unique_items'],
      ['details.2.quantity', 'above_zero'],
    ])
  })

  test('is absent when everything is credited', () => {
    expect(creditNoteOf(minus(invoice, credit(invoice)), {}, 2)).toBeNull()
  })
})

const thousandths = (max: number, min = 0) =>
  fc.integer({ min, max }).map((value) => new Decimal(value).dividedBy(1000).toFixed(3))
const cents = (max: number) =>
  fc.integer({ min: 0, max }).map((value) => new Decimal(value).dividedBy(100).toFixed(3))
const anyLine = fc
  .record({
    quantity: thousandths(5_000_000, 1),
    unit_price: fc
      .integer({ min: 0, max: 9_999_999 })
      .map((value) => new Decimal(value).dividedBy(1e6).toFixed(6)),
    line_discount_type: fc.constantFrom('A' as const, 'P' as const),
    line_discount_percentage: fc.integer({ min: 0, max: 100 }).map(String),
    part: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ part, ...line }) => {
    const gross = lineTotal({ quantity: line.quantity, unit_price: line.unit_price }, 2)
    const line_discount_amount =
      line.line_discount_type === 'A'
        ? new Decimal(gross).times(part).dividedBy(100).toDecimalPlaces(2, Decimal.ROUND_DOWN).toFixed(3)
        : ZERO
    return { ...line, line_discount_amount }
  })
const anyInvoice = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
    discount: fc.integer({ min: 0, max: 100 }).map(String),
    freight: cents(50_000),
    handling_charge: cents(5_000),
  })
  .map(({ lines, ...document }) =>
    invoiceOf(
      lines.map(({ quantity, unit_price, ...more }, index) => lineOf(index + 1, quantity, unit_price, more)),
      { ...document, discount_type: 'P' },
    ),
  )
/** Shares of the rest, in per mille: of an amount, or of each line. */
const anyStep = fc.record({
  isAmount: fc.boolean(),
  shares: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 4, maxLength: 4 }),
})

test('the rest after any earlier credits undoes the invoice to the cent, and never more', () => {
  fc.assert(
    fc.property(anyInvoice, fc.array(anyStep, { maxLength: 6 }), (invoice, steps) => {
      let now = invoice
      const notes: CreditNote[] = []
      const take = (request: CreditRequest) => {
        const note = credit(now, request)
        if (!note) return
        expect(Number(note.total_amount)).toBeLessThanOrEqual(0)
        notes.push(note)
        now = minus(now, note)
        expect(Number(leftToCredit(now))).toBeGreaterThanOrEqual(0)
      }
      for (const { isAmount, shares } of steps) {
        if (isAmount) {
          const amount = new Decimal(leftToCredit(now))
            .times(shares[0]!)
            .dividedBy(1000)
            .toDecimalPlaces(2, Decimal.ROUND_DOWN)
          if (amount.greaterThan(0)) take({ amount: amount.toFixed(2) })
          continue
        }
        const details = now.lines.flatMap((line, index) => {
          const quantity = new Decimal(quantityToCredit(line))
            .times(shares[index]!)
            .dividedBy(1000)
            .toDecimalPlaces(3, Decimal.ROUND_DOWN)
          return quantity.greaterThan(0)
            ? [{ document_detail_id: line.document_detail_id, quantity: quantity.toFixed(3) }]
            : []
        })
        if (details.length > 0) take({ details })
      }
      take({})
      expect(creditNoteOf(now, {}, 2)).toBeNull()
      const sum = (values: readonly string[]) =>
        values
          .reduce((all, value) => all.plus(value), new Decimal(0))
          .negated()
          .toFixed(3)
      expect(sum(notes.map((note) => note.total_amount))).toBe(invoice.total_amount)
      // An amount credited without goods can use up the rest: charges are not credited then.
      if (steps.every(({ isAmount }) => !isAmount)) {
        expect(sum(notes.map((note) => note.discount_amount))).toBe(invoice.discount_amount)
        expect(sum(notes.map((note) => note.freight))).toBe(invoice.freight)
      }
      for (const line of invoice.lines) {
        const own = notes.flatMap((note) =>
          note.lines.filter((part) => part.line.document_detail_id === line.document_detail_id),
        )
        expect(sum(own.map(({ quantity }) => quantity))).toBe(new Decimal(line.quantity).toFixed(3))
        expect(sum(own.map(({ line_total }) => line_total))).toBe(line.line_total)
        expect(sum(own.map(({ line_discount_amount }) => line_discount_amount))).toBe(
          line.line_discount_amount,
        )
      }
      for (const note of notes) {
        const goods = new Decimal(0).plus(
          note.lines.reduce((all, line) => all.plus(line.line_total), new Decimal(0)),
        )
        const charges = CHARGES.reduce((all, name) => all.plus(note[name]), new Decimal(0))
        expect(goods.minus(note.discount_amount).plus(charges).toFixed(3)).toBe(
          new Decimal(note.total_amount).toFixed(3),
        )
      }
    }),
    { numRuns: 500 },
  )
})
