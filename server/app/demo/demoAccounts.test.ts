import fs from 'node:fs'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS, demoUsername } from './demoAccounts.ts'

test('all demo accounts read English but the one that the README names (fault 63)', () => {
  const others = DEMO_ACCOUNTS.filter(({ language }) => language !== 'en')
  expect(others.map(({ language }) => language)).toEqual(['es'])
  const name = demoUsername(others[0]!.login_type_id).split('@')[0]
  const readme = fs.readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`but \`${name}\`, which begins in Spanish`)
})
