import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './projectRoot.ts'
import { translate } from './translate.ts'

/** Every text key that stands in the sources of the server, and every rule that a definition names. */
function keysIn(folder: string): Set<string> {
  const keys = new Set<string>()
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('texts.')) continue
    const source = fs.readFileSync(path.join(folder, file), 'utf8')
    for (const [, key] of source.matchAll(/'(messages\.[a-z_]+)'/g)) keys.add(key!)
    for (const [, rule] of source.matchAll(/\brule: '([a-z_]+)'/g)) keys.add(`rules.${rule}`)
    for (const [, rule] of source.matchAll(/error: (?:says\()?'([a-z_]+)'/g)) keys.add(`rules.${rule}`)
  }
  return keys
}

test('everything the server can say has its words in both languages', () => {
  const keys = [...keysIn(path.join(projectRoot, 'server')), ...keysIn(path.join(projectRoot, 'core'))]
  expect(keys.length).toBeGreaterThan(40)
  for (const key of keys) {
    expect(translate('en', key), key).not.toBe(key)
    expect(translate('es', key), key).not.toBe(key)
  }
})

test('other languages fall back to English', () => {
  expect(translate('fr', 'messages.saved')).toBe(translate('en', 'messages.saved'))
})
