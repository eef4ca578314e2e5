import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type Cell, LARGEST_SHEET, xlsxOf } from './xlsx.ts'

const MEGABYTE = 1024 * 1024

async function* create(count: number, rowOf: (index: number) => readonly Cell[]) {
  for (let index = 0; index < count; index++) yield rowOf(index)
}

async function fileOf(head: string[], rows: AsyncIterable<readonly Cell[]>): Promise<Record<string, string>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of xlsxOf('Tanks: all', head, rows)) chunks.push(chunk)
  const files = unzipSync(new Uint8Array(Buffer.concat(chunks)))
  return Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
}

test('a workbook has numbers as numbers, and texts of any characters unchanged', async () => {
  const row: Cell[] = [
    '<Diesel> & "DEF"',
    12.5,
    null,
    '=1+1',
    'a\u0000b\ud800c',
    { value: 7.5, format: '"$"#,##0.00' },
  ]
  const files = await fileOf(
    ['Product', 'Level', 'Note', 'Formula', 'Broken', 'Price'],
    create(1, () => row),
  )
  const sheet = files['xl/worksheets/sheet1.xml']!
  expect(sheet).toContain('<t xml:space="preserve">&lt;Diesel&gt; &amp; &quot;DEF&quot;</t>')
  expect(sheet).toContain('<c r="B2"><v>12.5</v></c><c r="D2"')
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
  expect(sheet).toContain('>abc<')
  expect(sheet).toContain('<c r="F2" s="2"><v>7.5</v></c>')
  expect(files['xl/styles.xml']).toContain('formatCode="&quot;$&quot;#,##0.00"')
  expect(files['xl/workbook.xml']).toContain('name="Tanks  all"')
  expect(Object.keys(files).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
})

test('columns after the 26th are named as in spreadsheets', async () => {
  const head = Array.from({ length: 703 }, (_, index) => `c${index}`)
  const { 'xl/worksheets/sheet1.xml': sheet } = await fileOf(
    head,
    create(0, () => []),
  )
  for (const name of ['A1', 'Z1', 'AA1', 'AZ1', 'BA1', 'ZZ1', 'AAA1']) expect(sheet).toContain(`r="${name}"`)
})

test('more rows than a sheet allows continue in the next one, with their heading; memory stays constant', async () => {
  const wide = 'x'.repeat(40)
  let most = 0
  const before = process.memoryUsage().heapUsed
  const rows = create(LARGEST_SHEET + 9, (index) => {
    if (index % 50_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed)
    return [index, wide]
  })
  let tail = Buffer.alloc(0)
  for await (const chunk of xlsxOf('Long', ['Number', 'Text'], rows))
    tail = Buffer.concat([tail, chunk]).subarray(-2000)
  expect(tail.toString('latin1')).toContain('xl/worksheets/sheet2.xml')
  // A million buffered rows would be more than 100 MB.
  expect((most - before) / MEGABYTE).toBeLessThan(60)
})
