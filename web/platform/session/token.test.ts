import { afterEach, expect, test, vi } from 'vitest'
import { forgetToken, readToken, writeToken } from './token.ts'

afterEach(() => vi.unstubAllGlobals())

/** The cookie that a page with this protocol writes. */
function writtenAt(protocol: string): string {
  let written = ''
  vi.stubGlobal('location', { protocol })
  const cookie = vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
    written = text
  })
  writeToken('a token', '2026-11-22T12:00:00Z')
  cookie.mockRestore()
  return written
}

test('the cookie goes to this site only, over https if the page uses it, and expires with the token', () => {
  const safe = writtenAt('https:')
  expect(safe).toMatch(/^token=a%20token;/)
  expect(safe).toContain('expires=Sun, 22 Nov 2026 12:00:00 GMT')
  expect(safe).toContain('SameSite=Strict; Secure')
  // On localhost there may be no https: a secure cookie would never be sent back.
  expect(writtenAt('http:')).not.toContain('Secure')
})

test('a deleted token is gone', () => {
  writeToken('a token', new Date(Date.now() + 60_000).toISOString())
  expect(readToken()).toBe('a token')
  forgetToken()
  expect(readToken()).toBeFalsy()
})
