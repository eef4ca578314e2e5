import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { DecryptionFailed, openEncryptor } from './encryptor.ts'

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'ullage-seal-'))
afterAll(() => fs.rmSync(dataDir, { recursive: true }))

const SEAL_KEY = randomBytes(32).toString('base64')
const seal = openEncryptor({ SEAL_KEY, dataDir })

test('an encrypted text decrypts again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [one, other] = [seal.close(text, 'a'), seal.close(text, 'a')]
      expect(seal.open(one, 'a')).toBe(text)
      expect(one).not.toBe(other)
      if (text.length > 3) expect(one).not.toContain(text)
    }),
  )
})

test('decrypts with no other key, for no other purpose, and not when it was tampered with', () => {
  const encrypted = seal.close('021000021', 'routing')
  const other = openEncryptor({ SEAL_KEY: randomBytes(32).toString('base64'), dataDir })
  expect(() => other.open(encrypted, 'routing')).toThrow(DecryptionFailed)
  expect(() => seal.open(encrypted, 'account')).toThrow(DecryptionFailed)
  const [cipher, name, nonce, tag, closed] = encrypted.split('.')
  const changed = `${closed!.startsWith('A') ? 'B' : 'A'}${closed!.slice(1)}`
  for (const wrong of [
    [cipher, name, nonce, tag, changed],
    [cipher, name, nonce, closed, tag],
    ['x', name, nonce, tag, closed],
    ['constructor', name, nonce, tag, closed],
    [cipher, name],
    [],
  ]) {
    expect(() => seal.open(wrong.join('.'), 'routing')).toThrow(DecryptionFailed)
  }
})

test('without a configured key, one is made once and stored readable by its owner alone', () => {
  const encrypted = openEncryptor({ dataDir }).close('123', 'a')
  expect(openEncryptor({ dataDir }).open(encrypted, 'a')).toBe('123')
  expect(fs.statSync(path.join(dataDir, 'seal.key')).mode & 0o777).toBe(0o600)
})

test('a text of the first releases, which names no cipher, decrypts as well', () => {
  const [, ...rest] = seal.close('021000021', 'routing').split('.')
  expect(seal.open(rest.join('.'), 'routing')).toBe('021000021')
})

test('with earlier keys configured, their texts decrypt, and nothing new is encrypted with them', () => {
  const [next, third] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'))
  const later = openEncryptor({ SEAL_KEY: third, SEAL_KEY_OLD: `${next}, ${SEAL_KEY}`, dataDir })
  const encrypted = seal.close('021000021', 'routing')
  expect(later.open(encrypted, 'routing')).toBe('021000021')
  expect(encrypted.startsWith(later.beginning())).toBe(false)
  expect(later.close('1', 'routing').startsWith(later.beginning())).toBe(true)
  expect(() => seal.open(later.close('1', 'routing'), 'routing')).toThrow(DecryptionFailed)
  expect(later.digests('a', 'b')).toContainEqual(seal.digest('a', 'b'))
  expect(later.digest('a', 'b')).toEqual(later.digests('a', 'b')[0])
})
