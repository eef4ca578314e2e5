import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const rows = [...read('docs/ui-conformance.md').matchAll(/^\| `([a-z0-9-]+)` \| (.+) \| (.+) \|$/gm)].map(
  ([, id, says, shown]) => ({ id: id!, says: says!, shown: shown! }),
)
const OWN_EVIDENCE = /\.test\.tsx?` “|^Otherwise: |Stands in `|^Open: /

test('every statement of the specification appears once', () => {
  expect(rows).toHaveLength(209)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(209)
})

test.each(rows)('$id names an existing test or file, or states why not', ({ shown }) => {
  for (const [, file, title] of shown.matchAll(/`([^`]+\.test\.tsx?)` “([^”]+)”/g)) {
    expect(fs.existsSync(path.join(root, file!)), file).toBe(true)
    expect(read(file!), `${file} has no such test`).toContain(title)
  }
  for (const [, file] of shown.matchAll(/Stands in `([^`]+)`/g)) {
    expect(fs.existsSync(path.join(root, file!)), file).toBe(true)
  }
  for (const [, id] of shown.matchAll(/\bas `([a-z0-9-]+)`/g)) {
    expect(rows.find((row) => row.id === id)?.shown, id).toMatch(OWN_EVIDENCE)
  }
  expect(OWN_EVIDENCE.test(shown) || shown.startsWith('as `'), shown).toBe(true)
})
