import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openSeal, SealLost } from './seal.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-seal-'))
afterAll(() => fs.rmSync(dataDir, { recursive: true }))

const SEAL_KEY = randomBytes(32).toString('base64')
const seal = openSeal({ SEAL_KEY, dataDir })

test('what was closed opens again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [one, other] = [seal.close(text, 'a'), seal.close(text, 'a')]
      expect(seal.open(one, 'a')).toBe(text)
      expect(one).not.toBe(other)
      if (text.length > 3) expect(one).not.toContain(text)
    }),
  )
})

test('opens with no other key, for no other purpose, and not when it was tampered with', () => {
  const sealed = seal.close('021000021', 'routing')
  const other = openSeal({ SEAL_KEY: randomBytes(32).toString('base64'), dataDir })
  expect(() => other.open(sealed, 'routing')).toThrow(SealLost)
  expect(() => seal.open(sealed, 'account')).toThrow(SealLost)
  const [name, nonce, tag, closed] = sealed.split('.')
  const changed = `${closed!.startsWith('A') ? 'B' : 'A'}${closed!.slice(1)}`
  for (const wrong of [[name, nonce, tag, changed], [name, nonce, closed, tag], [name], []]) {
    expect(() => seal.open(wrong.join('.'), 'routing')).toThrow(SealLost)
  }
})

test('without a key in the settings, one is made once and kept for its owner alone', () => {
  const sealed = openSeal({ dataDir }).close('123', 'a')
  expect(openSeal({ dataDir }).open(sealed, 'a')).toBe('123')
  expect(fs.statSync(path.join(dataDir, 'seal.key')).mode & 0o777).toBe(0o600)
})
