import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.resolve(import.meta.dirname, '..')

test('the close button of every dialog has a name', () => {
  const nameless = fs
    .readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !/\.test\.tsx$|^testing|\/testing\//.test(file))
    .flatMap((file) =>
      [...fs.readFileSync(path.join(web, file), 'utf8').matchAll(/<(?:Modal|Drawer)\s[\s\S]*?\n?\s*>\n/g)]
        .filter(([tag]) => !/closeButtonProps|withCloseButton=\{false\}/.test(tag))
        .map(() => file),
    )
  expect(nameless).toEqual([])
})
