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
const encryptor = openEncryptor({ SEAL_KEY, dataDir })

test('an encrypted text decrypts again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const [one, other] = [encryptor.encrypt(text, 'a'), encryptor.encrypt(text, 'a')]
      expect(encryptor.decrypt(one, 'a')).toBe(text)
      expect(one).not.toBe(other)
      if (text.length > 3) expect(one).not.toContain(text)
    }),
  )
})

test('decrypts with no other key, for no other purpose, and not when it was tampered with', () => {
  const encrypted = encryptor.encrypt('021000021', 'routing')
  const other = openEncryptor({ SEAL_KEY: randomBytes(32).toString('base64'), dataDir })
  expect(() => other.decrypt(encrypted, 'routing')).toThrow(DecryptionFailed)
  expect(() => encryptor.decrypt(encrypted, 'account')).toThrow(DecryptionFailed)
  const [cipher, name, nonce, tag, ciphertext] = encrypted.split('.')
  const changed = `${ciphertext!.startsWith('A') ? 'B' : 'A'}${ciphertext!.slice(1)}`
  for (const invalid of [
    [cipher, name, nonce, tag, changed],
    [cipher, name, nonce, ciphertext, tag],
    ['x', name, nonce, tag, ciphertext],
    ['constructor', name, nonce, tag, ciphertext],
    [cipher, name],
    [],
  ]) {
    expect(() => encryptor.decrypt(invalid.join('.'), 'routing')).toThrow(DecryptionFailed)
  }
})

test('a key is created once if none is configured, and stored so that only its owner can read it', () => {
  const encrypted = openEncryptor({ dataDir }).encrypt('123', 'a')
  expect(openEncryptor({ dataDir }).decrypt(encrypted, 'a')).toBe('123')
  expect(fs.statSync(path.join(dataDir, 'seal.key')).mode & 0o777).toBe(0o600)
})

test('a text of the first releases, which names no cipher, decrypts as well', () => {
  const [, ...rest] = encryptor.encrypt('021000021', 'routing').split('.')
  expect(encryptor.decrypt(rest.join('.'), 'routing')).toBe('021000021')
})

test('texts of configured earlier keys decrypt, and nothing new is encrypted with them', () => {
  const [next, third] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64'))
  const later = openEncryptor({ SEAL_KEY: third, SEAL_KEY_OLD: `${next}, ${SEAL_KEY}`, dataDir })
  const encrypted = encryptor.encrypt('021000021', 'routing')
  expect(later.decrypt(encrypted, 'routing')).toBe('021000021')
  expect(encrypted.startsWith(later.prefix())).toBe(false)
  expect(later.encrypt('1', 'routing').startsWith(later.prefix())).toBe(true)
  expect(() => encryptor.decrypt(later.encrypt('1', 'routing'), 'routing')).toThrow(DecryptionFailed)
  expect(later.digests('a', 'b')).toContainEqual(encryptor.digest('a', 'b'))
  expect(later.digest('a', 'b')).toEqual(later.digests('a', 'b')[0])
})
