import { describe, expect, test } from 'vitest'
import { csvLines, delimiterOf } from './csvLines.ts'

const read = (text: string) => [...csvLines(text, delimiterOf(text))]
const cells = (text: string) => read(text).map((line) => line.cells)

describe('a CSV file', () => {
  test('is read as its writers mean it', () => {
    expect(cells('\uFEFFa,b\r\n1," two, ""2"""\r\n\r\n3,\n')).toEqual([
      ['a', 'b'],
      ['1', 'two, "2"'],
      [''],
      ['3', ''],
    ])
    expect(cells('a;b\n"x\ny";1,5')).toEqual([
      ['a', 'b'],
      ['x\ny', '1,5'],
    ])
    expect(cells('a\tb\n1\t2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(cells('a|b\n1|2')[1]).toEqual(['1', '2'])
  })

  test('keeps inch marks and reports where they are', () => {
    const [, inside, quoted] = read('Name,Size\nTank 48" x 120",9\n"Tank 48" x 120"",9\n')
    expect(inside).toEqual({
      cells: ['Tank 48" x 120"', '9'],
      faults: [{ position: 0, rule: 'quote_inside' }],
    })
    expect(quoted).toMatchObject({ faults: [{ position: 0 }] })
    expect(read('Name,Size\n"Tank 48" x 120",9\n')[1]).toEqual({
      cells: ['Tank 48" x 120', '9'],
      faults: [{ position: 0, rule: 'quote_inside' }],
    })
  })

  test('loses no rows to an unclosed quotation mark', () => {
    const lines = read('Name,City\n"Kearney,Lincoln\n"Good, Ltd",Omaha\nLast,Ord\n')
    expect(lines.map((line) => line.cells)).toEqual([
      ['Name', 'City'],
      ['"Kearney', 'Lincoln'],
      ['Good, Ltd', 'Omaha'],
      ['Last', 'Ord'],
    ])
    expect(lines[1]!.faults).toEqual([{ position: 0, rule: 'quote_open' }])
    expect(cells('Name\n"open to the end\nnext')).toHaveLength(3)
  })

  test('is read without a deep stack even at many megabytes', () => {
    const text = `Name,Note\n${'"Tank 48"" x","y"\n'.repeat(200_000)}`
    expect(delimiterOf(text)).toBe(',')
    expect(read(text)).toHaveLength(200_001)
    expect(delimiterOf('"'.repeat(9_000_000))).toBe(',')
  })

  test('has the same lines in pieces', () => {
    const long = (length: number) => `"${'long,\n'.repeat(length / 6)}"`
    const some = ['"a ""b""\r\nc",Tank 48" x 120"\r\n', '"open,1\n', ' "x" ,2\n', '\n', 'a,"b"c",\n']
    const text = [long(99_000), long(120_000), 'x'.repeat(300_000), ...Array(9_000).fill(some.join(''))].join(
      '\n',
    )
    const whole = read(text)
    for (const length of [999, 150_000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
        text.slice(index * length, (index + 1) * length),
      )
      const [first = '', ...rest] = pieces
      expect([...csvLines(first, ',', undefined, rest)]).toEqual(whole)
    }
  })
})
