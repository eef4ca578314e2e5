import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { parseSheet } from './parseSheet.ts'
import type { ReadSheet, SheetRow } from './sheet.ts'
import { textOfPart } from './tableReader.ts'

const XMLNS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with a title on its first sheet and these rows on its second, with the formats of cells by their styles. */
function workbook(rows: string, formats: readonly string[] = [], after = ''): Uint8Array {
  const files = {
    'xl/workbook.xml': `<workbook ${XMLNS} xmlns:r="${RELATIONS}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${XMLNS}><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${XMLNS}><si><t>Name</t></si><si><r><t>A &amp; </t></r><r><t>B</t></r></si></sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${XMLNS}><sheetData>${rows}</sheetData>${after}</worksheet>`,
    'xl/worksheets/sheet2.xml': `<worksheet ${XMLNS}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>City</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Ord</t></is></c></row></sheetData></worksheet>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])))
}

const rowsOf = (sheet: ReadSheet): SheetRow[] => sheet.parts.flatMap((part) => JSON.parse(textOfPart(part)))
const csv = (text: string, choice = {}) => parseSheet({ bytes: Buffer.from(text), ...choice })

describe('a workbook', () => {
  const head = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Code</t></is></c></row>'

  test('keeps zeros, dates, percentages and computed texts', () => {
    const row = `<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>42</v></c><c r="C2" s="2"><v>688471234</v></c><c r="D2" s="3"><v>0.25</v></c><c r="E2" s="4"><v>46085</v></c><c r="F2" t="b"><v>1</v></c><c r="G2"><v>0.30000000000000004</v></c></row>`
    const sheet = parseSheet({ bytes: workbook(head + row, ['000000', '00000\\-0000', '0%']) })
    expect(rowsOf(sheet)[0]!.cells).toEqual([
      'A & B',
      '000042',
      '68847-1234',
      '25',
      '2026-03-04',
      'true',
      '0.3',
    ])
    expect(sheet.sheets).toEqual(['Data', 'Other'])
  })

  test('is read from another sheet on request', () => {
    const sheet = parseSheet({ bytes: workbook(head), sheet: 1 })
    expect(sheet).toMatchObject({ headings: ['City'], sample: [['Ord']] })
  })

  test('reports formulas without values, errors and merged cells by row and column', () => {
    const row = `<row r="2"><c r="A2"><f>B2</f></c><c r="B2" t="e"><v>#REF!</v></c></row>`
    const sheet = parseSheet({
      bytes: workbook(head + row, [], '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>'),
    })
    expect(sheet.notes.map(({ rule, row, position }) => [rule, row, position])).toEqual([
      ['merged', 3, null],
      ['formula_without_value', 2, 0],
      ['cell_error', 2, 1],
    ])
    expect(rowsOf(sheet)[0]!.faults).toHaveLength(2)
  })
})

describe('a text', () => {
  test('begins below its title, and distinguishes two equal headings', () => {
    const sheet = csv('Customers of 2026\n\nName,Phone,Phone\nA,308-555-1234,308-555-9999\n')
    expect(sheet).toMatchObject({ headingRow: 3, headings: ['Name', 'Phone', 'Phone'], count: 1 })
    expect(sheet.notes).toEqual([
      { rule: 'headings_alike', row: 3, position: 2, params: { heading: 'Phone', columns: '2, 3' } },
    ])
    expect(rowsOf(sheet)[0]!.row).toBe(4)
    expect(sheet.facts.map(({ look }) => look)).toEqual([null, 'phone', 'phone'])
  })

  test('is refused without headings, quoting its first row, unless a row is named', () => {
    const text = 'Kearney Grain,office@k.example\nOrd Oil,ord@k.example\n'
    expect(() => csv(text)).toThrow('messages.sheet_no_headings')
    expect(csv(text, { headingRow: 1 }).count).toBe(1)
  })

  test('reports the formats of its dates and figures', () => {
    const { facts } = csv('Day,Sum,Doubt\n31/12/2026,"1.234,50",1/2/2026\n1/2/2026,"2,5",3/4/2026\n')
    expect(facts).toMatchObject([{ dates: 'dmy' }, { decimal: ',' }, { dates: null, hasDoubtfulDates: true }])
  })

  test('is read at nine megabytes with an unclosed quote, and the row named', () => {
    const sheet = csv(`Name,Size\nTank 48" x 120",1\n${'x,1\n'.repeat(90_000)}`)
    expect(sheet.count).toBe(90_001)
    expect(sheet.notes).toMatchObject([{ rule: 'quote_inside', row: 2, position: 0 }])
  })

  test('is refused with thousands of columns or binary data', () => {
    expect(() => csv(`${'a,'.repeat(5000)}\n`)).toThrow('messages.sheet_long')
    expect(() => csv('\u0001\u0002')).toThrow('messages.sheet_type')
  })
})
