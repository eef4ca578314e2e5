import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { compileFormula, type FormulaVariables } from './compileFormula.ts'
import { FormulaError } from './FormulaError.ts'
import { checkFormula } from './formula.ts'
import { formulaConstants, formulaFunctions } from './formulaFunctions.ts'

const TANK: FormulaVariables = { h: 600, D: 2000, L: 5000, W: 1500, H: 2500 }

function refusal(source: string, variables = TANK): FormulaError {
  try {
    compileFormula(source).evaluate(variables)
  } catch (error) {
    if (error instanceof FormulaError) return error
    throw error
  }
  throw new Error(`accepted: ${source}`)
}

describe('compileFormula', () => {
  it.each([
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['10-2-3', 5],
    ['100/5/2', 10],
    ['7%4', 3],
    ['2^3^2', 512],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['--3', 3],
    ['+3', 3],
    ['.5+1.5e1+2E-1', 15.7],
    ['1<2', 1],
    ['2<=1', 0],
    ['1==1 ? 5 : 6', 5],
    ['1!=1 ? 5 : 6', 6],
    ['0 ? 1 : 0 ? 2 : 3', 3],
    ['1 > 2 ? 1/0 : 4', 4],
    ['h + D + L + W + H', 11_600],
    ['1<1', 0],
    ['1<=1', 1],
    ['2>1', 1],
    ['1>1', 0],
    ['1>=1', 1],
    ['1>=2', 0],
    ['1==2', 0],
    ['1!=2', 1],
    ['1!=1', 0],
    ['-3+5', 2],
    ['3-+2', 1],
    ['2*-3', -6],
    ['1 + 1 < 1 + 2', 1],
    ['  ( 1 )  ', 1],
    ['1?2:3?4:5', 2],
    ['h>D?L:W', 1500],
    ['clamp(h,700,900)', 700],
    ['clamp(h,0,900)', 600],
    ['segment(2000,1000)', (Math.PI * 1e6) / 2],
    ['ellipsoidal(D,500,D)', (4 * Math.PI * 1e6 * 500) / 3],
    ['torispherical(D,D)/torispherical(D,D/2)', 2],
    ['1e2+1.5E+1+2.e0', 117],
    ['round(2*pi*1000)', 6283],
    ['ln(e)', 1],
    ['clamp(h,0,500)', 500],
    ['min(3,1,2)+max(4)', 5],
    ['pow(2,10)', 1024],
    ['floor(1.9)+ceil(1.1)+abs(-1)+sqrt(9)', 7],
    ['sin(0)+cos(0)+tan(0)+asin(0)+acos(1)+atan(0)+exp(0)', 2],
    ['stadium(W,H,H)/1e6', (Math.PI * 750 ** 2 + 1500 * 1000) / 1e6],
    ['ellipse(2000,2000,1000)', (Math.PI * 1e6) / 2],
    ['conical(D,600,D)', (2 * Math.PI * 1e6 * 600) / 3],
    ['dished(D,1000,D)', (4 * Math.PI * 1e9) / 3],
  ])('%s is %d', (source, expected) => {
    const value = compileFormula(source).evaluate(TANK)
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(Math.abs(expected) * 1e-9)
  })

  it.each([
    ['', 'empty', 0],
    ['   ', 'empty', 0],
    ['1+', 'syntax', 2],
    ['1 2', 'syntax', 2],
    ['2h', 'syntax', 1],
    ['(1', 'syntax', 2],
    [' (1', 'syntax', 3],
    ['1?2;3', 'syntax', 3],
    ['1?2,3', 'syntax', 3],
    ['sqrt 4', 'syntax', 5],
    ['sqrt(4', 'syntax', 6],
    ['()', 'syntax', 1],
    [',', 'syntax', 0],
    ['1*', 'syntax', 2],
    ['1+R', 'unknown_name', 2],
    ['pow(2)', 'wrong_arguments', 0],
    ['pow(1,2,3)', 'wrong_arguments', 0],
    ['min()', 'wrong_arguments', 0],
    [`max(${'1,'.repeat(16)}1)`, 'wrong_arguments', 0],
    ['1+h%(h-h)', 'not_finite', 3],
    ['9^999', 'not_finite', 1],
    ['1+ln(h-h)', 'not_finite', 2],
    ['1)', 'syntax', 1],
    ['1<2<3', 'syntax', 3],
    ['1?2', 'syntax', 3],
    ['h=1', 'syntax', 1],
    ['h;1', 'syntax', 1],
    ['"a"', 'syntax', 0],
    ['h.constructor', 'syntax', 1],
    ['h[0]', 'syntax', 1],
    ['sqrt', 'syntax', 4],
    ['sqrt(1,)', 'syntax', 7],
    ['R', 'unknown_name', 0],
    ['1+d', 'unknown_name', 2],
    ['sqrt()', 'wrong_arguments', 0],
    ['1+sqrt(1,2)', 'wrong_arguments', 2],
    ['1e999', 'not_finite', 0],
    ['1/(h-h)', 'not_finite', 1],
    ['min(1/(h-h),5)', 'not_finite', 5],
    ['sqrt(-h)>0?1:2', 'not_finite', 0],
    ['9^9^9^9', 'not_finite', 3],
    [`1${'+1'.repeat(128)}`, 'too_long', 255],
    [`${'('.repeat(100)}1${')'.repeat(100)}`, 'too_deep', 32],
    ['-'.repeat(200), 'too_deep', 63],
    [`1${'+1'.repeat(120)}`, 'too_complex', 200],
  ])('refuses %j as %s at %d', (source, reason, position) => {
    expect(refusal(source)).toMatchObject({ reason, position })
  })

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'prototype',
    'globalThis',
    'process',
    'eval',
    'undefined',
    'this',
  ])('does not know %s, as a name or a call', (name) => {
    expect(refusal(name).reason).toBe('unknown_name')
    expect(refusal(`${name}(1)`).reason).toBe('unknown_name')
  })

  it('accepts formulas that are just within the limits', () => {
    expect(compileFormula(`1${'+1'.repeat(99)}`).evaluate(TANK)).toBe(100)
    expect(compileFormula(`${'('.repeat(31)}1${')'.repeat(31)}`).evaluate(TANK)).toBe(1)
    expect(refusal(`${'('.repeat(32)}1${')'.repeat(32)}`).reason).toBe('too_deep')
    expect(compileFormula(`1${' '.repeat(254)}`).evaluate(TANK)).toBe(1)
    expect(refusal(`1${' '.repeat(255)}`)).toMatchObject({ reason: 'too_long', position: 255 })
    expect(compileFormula(`max(${'1,'.repeat(15)}2)`).evaluate(TANK)).toBe(2)
    // Nesting that was closed no longer counts towards the depth.
    expect(compileFormula(Array.from({ length: 40 }, () => '(1)').join('+')).evaluate(TANK)).toBe(40)
    expect(compileFormula(Array.from({ length: 40 }, () => '-1').join('+')).evaluate(TANK)).toBe(-40)
  })

  it('evaluates only the chosen branch, and keeps the source', () => {
    const formula = compileFormula('h>0?D:1/0')
    expect(formula.evaluate(TANK)).toBe(2000)
    expect(formula.source).toBe('h>0?D:1/0')
    expect([...formula.uses].toSorted()).toEqual(['D', 'h'])
    expect([...compileFormula('W+H+e+pi').uses].toSorted()).toEqual(['H', 'W'])
  })

  it('reports the variables it uses', () => {
    expect([...compileFormula('segment(D,h)*L').uses].toSorted()).toEqual(['D', 'L', 'h'])
  })
})

const names = [
  ...formulaFunctions.keys(),
  ...formulaConstants.keys(),
  'h',
  'D',
  'L',
  'W',
  'H',
  'dish',
  'knuckle',
]
const pieces = [
  ...names,
  ...'0 1 2 9 1e9 1e308 .5 + - * / ^ % ( ) , ? : < >= == != '.split(' '),
  ' ',
  '__proto__',
]
const almostFormula = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''))
const anyNumber = fc.double({ noNaN: false })

/** Variables that count their reads: an evaluation that read anything twice would show. */
function countedTank(values: FormulaVariables): { variables: FormulaVariables; reads: () => number } {
  let reads = 0
  const variables = new Proxy(values, {
    get: (tank, name) => {
      reads += 1
      return tank[name as keyof FormulaVariables]
    },
  })
  return { variables, reads: () => reads }
}

describe('any input', () => {
  it.each([
    ['any text', fc.string({ maxLength: 400, unit: 'binary' })],
    ['text made of the language', almostFormula],
  ])('%s gives a finite number or a FormulaError, and reads nothing twice', (_, sources) => {
    fc.assert(
      fc.property(sources, fc.tuple(anyNumber, anyNumber, anyNumber), (source, [h, D, L]) => {
        const tank = countedTank({ h, D, L, W: D, H: L })
        try {
          expect(Number.isFinite(compileFormula(source).evaluate(tank.variables))).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(FormulaError)
        }
        expect(tank.reads()).toBeLessThanOrEqual(source.match(/dish|knuckle|[hDLWH]/g)?.length ?? 0)
      }),
      { numRuns: 3000 },
    )
  })

  it('never makes the check throw', () => {
    fc.assert(
      fc.property(almostFormula, (source) => {
        expect(Array.isArray(checkFormula(source))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['dished(D,L,h)', 18, 24],
    ['torispherical(D,h)', 13, 48],
  ])('as many %s as fit (%i) take %i steps of integration each, and no more', (call, most, steps) => {
    const dearest = Array(most).fill(call).join('+')
    expect(refusal(`${dearest}+${call}`).reason).toBe('too_long')
    const formula = compileFormula(dearest)
    formula.evaluate(TANK)
    const sines = vi.spyOn(Math, 'asin')
    try {
      formula.evaluate(TANK)
      // One for each step, and at most two per head to find where its arcs begin.
      expect(sines.mock.calls.length).toBeLessThanOrEqual(most * (steps + 6))
      expect(sines.mock.calls.length).toBeGreaterThanOrEqual(most * steps)
    } finally {
      sines.mockRestore()
    }
  })
})

describe('checkFormula', () => {
  it.each([
    'pi*D^2/4*h/1e6',
    'L*W*h/1e6',
    'h*2.5',
    'segment(D,h)*L/1e6',
    '(segment(D,h)*L+conical(D,D/3,h))/1e6',
    '(segment(D,h)*L+dished(D,D/6,h))/1e6',
    // Correct only for a tank that is higher than wide, and only for a horizontal one.
    'L*(h<W/2?segment(W,h):h<H-W/2?pi*W^2/8+W*(h-W/2):segment(W,h-H+W)+W*(H-W))/1e6',
    'L*(segment(H,h)+sqrt(W-H)^2*h)/1e6',
    'round(L*W*h/1e6)',
  ])('accepts %s', (formula) => {
    expect(checkFormula(formula)).toEqual([])
  })

  it.each([
    ['', ['empty']],
    ['1+', ['syntax']],
    ['foo*h', ['unknown_name']],
    ['0*h', ['no_capacity']],
    ['-h', ['no_capacity']],
    ['L*W*(H-h)/1e6', ['not_empty_at_zero', 'not_monotone']],
    ['L*W*h/2e6+1', ['not_empty_at_zero']],
    ['h*(H-h)*L/1e6', ['not_monotone']],
    ['L*W*h*(1+sin(h)/50)/2e6', ['not_monotone']],
    ['L*W*h', ['exceeds_capacity']],
    ['pi*D^2*h/1e6', ['exceeds_capacity']],
    ['L*W/h/1e6', ['not_finite']],
    ['sqrt(h-1)*L/1e6', ['not_finite']],
  ])('reports for %j: %j', (formula, problems) => {
    expect(checkFormula(formula)).toEqual(problems)
  })
})
