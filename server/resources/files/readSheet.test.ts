import { type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#server/platform/refusal.ts'
import { readSheet } from './readSheet.ts'
import { type Cell, xlsxOf } from './xlsx.ts'

const SHEET = 'xl/worksheets/sheet1.xml'

async function workbook(rows: Iterable<readonly Cell[]>): Promise<Buffer> {
  async function* one() {
    yield* rows
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsxOf('A', ['A', 'B'], one())) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A workbook of a few kB with this sheet. */
async function hostile(sheetData: string, others: Record<string, string> = {}): Promise<Buffer> {
  const { unzipSync } = await import('fflate')
  const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheetData}</sheetData></worksheet>`
  const texts = Object.entries({ [SHEET]: sheet, ...others }).map(([name, text]) => [name, Buffer.from(text)])
  const parts: Zippable = { ...unzipSync(await workbook([['x', 'y']])), ...Object.fromEntries(texts) }
  return Buffer.from(zipSync(parts, { level: 9 }))
}

const refusedAs = (file: Buffer, seconds?: number) =>
  readSheet({ bytes: file }, {}, seconds).then(
    () => 200,
    (error: unknown) => {
      if (error instanceof Refusal) return error.status
      throw error
    },
  )
const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
const text = (at: string) => `<c r="${at}" t="inlineStr"><is><t>x</t></is></c>`

describe('a file of a few kB that unpacks to a huge one is refused', () => {
  test('when its sheet is more than 150 MB', async () => {
    const file = await hostile(row(1, text('A1')) + ' '.repeat(160_000_000))
    expect(file.length).toBeLessThan(200_000)
    expect(await refusedAs(file)).toBe(413)
  })

  test('when it has more cells than a table may, empty ones included', async () => {
    const rows = Array.from({ length: 6000 }, (_, index) => row(index + 1, '<c/>'.repeat(200)))
    expect(await refusedAs(await hostile(rows.join('')))).toBe(422)
  })

  test('when two cells lie millions apart', async () => {
    expect(await refusedAs(await hostile(row(1, text('A1')) + row(1_048_576, text('XFD1048576'))))).toBe(422)
    const square = row(1, text('A1')) + row(150_000, text('XFD150000'))
    expect(await refusedAs(await hostile(square))).toBe(422)
  })

  test('when each cell names one long text', async () => {
    const strings = `<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(30_000)}</t></si></sst>`
    const rows = Array.from({ length: 2500 }, (_, index) =>
      row(index + 1, `<c r="A${index + 1}" t="s"><v>0</v></c>`),
    )
    expect(
      await refusedAs(await hostile(rows.join(''), { 'xl/sharedStrings.xml': strings })),
    ).toBeGreaterThanOrEqual(413)
  })

  test('if it takes too long, while other work goes on', async () => {
    const file = await hostile(row(1, `<c r="A1"${' '.repeat(20_000_000)}/>`))
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    count()
    expect(await refusedAs(file, 1)).toBe(422)
    isOver = true
    expect(turns).toBeGreaterThan(100)
  })

  test('and the next file is read anyway', async () => {
    const { headings, count } = await readSheet({
      bytes: await workbook(Array.from({ length: 5000 }, () => ['a', 1])),
    })
    expect({ headings, count }).toEqual({ headings: ['A', 'B'], count: 5000 })
  })
})

test('a text of commas alone is refused', async () => {
  expect(await refusedAs(Buffer.from(','.repeat(9_000_000)))).toBe(422)
  expect(await refusedAs(Buffer.from(`A,B\n${`x${','.repeat(199)}\n`.repeat(21_000)}`))).toBe(422)
})
