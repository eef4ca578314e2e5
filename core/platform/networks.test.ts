import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { isNetwork } from './isNetwork.ts'
import { isPublicAddress, isWithinNetworks } from './networks.ts'

describe('a network', () => {
  test.each(['192.0.2.0/24', '10.0.0.1', '2001:db8::/32', '::1', '0.0.0.0/0', '::ffff:192.0.2.0/120'])(
    '%s is one',
    (text) => expect(isNetwork(text)).toBe(true),
  )

  test.each(['192.0.2.0/33', '192.0.2', 'office', '2001:db8::/129', '', '192.0.2.0/-1', 'fe80::1%eth0'])(
    '"%s" is none',
    (text) => expect(isNetwork(text)).toBe(false),
  )

  const bits = fc.oneof(
    fc.constant(''),
    fc.integer({ min: -1, max: 140 }).map((some) => `/${some}`),
  )
  const alike = fc.string({ unit: fc.constantFrom(...'0129af:./%xg'), maxLength: 20 })
  const texts = fc
    .tuple(fc.oneof(fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), alike), bits)
    .map((both) => both.join(''))

  test('is accepted exactly if the library, which reads it later, accepts it', () => {
    const taken = (text: string) => {
      const [address = '', length] = text.split('/')
      const isAddress = address.includes(':')
        ? ipaddr.IPv6.isValid(address) && !address.includes('%')
        : ipaddr.IPv4.isValidFourPartDecimal(address)
      return isAddress && (length === undefined || ipaddr.isValidCIDR(text))
    }
    fc.assert(
      fc.property(texts, (text) => {
        expect(isNetwork(text)).toBe(taken(text))
        if (isNetwork(text)) isWithinNetworks('192.0.2.1', [text])
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['192.0.2.77', ['192.0.2.0/24'], true],
    ['192.0.3.1', ['192.0.2.0/24'], false],
    ['10.0.0.1', ['10.0.0.1'], true],
    ['10.0.0.2', ['10.0.0.1'], false],
    ['2001:db8:1::5', ['192.0.2.0/24', '2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['::ffff:192.0.2.77', ['192.0.2.0/24'], true],
    ['192.0.2.77', ['::ffff:192.0.2.0/120'], true],
    ['192.0.2.77', ['::/0'], false],
    ['192.0.2.77', [], false],
    ['unknown', ['0.0.0.0/0'], false],
  ])('%s in %j: %s', (address, networks, expected) => {
    expect(isWithinNetworks(address, networks)).toBe(expected)
  })
})

test.each([
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['::ffff:8.8.8.8', true],
  ['10.0.0.1', false],
  ['192.168.1.1', false],
  ['127.0.0.1', false],
  ['::1', false],
  ['fe80::1', false],
  ['::ffff:10.0.0.1', false],
  ['nobody', false],
  ['', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test.each([
  ['2001:db8::5', ['2001:db8::5'], true],
  ['2001:db8::6', ['2001:db8::5'], false],
  ['192.0.2.7', ['::ffff:192.0.2.7'], true],
  ['192.0.2.8', ['::ffff:192.0.2.7'], false],
  ['192.0.3.7', ['::ffff:0:0/96'], true],
  ['192.0.3.7', ['::ffff:0:0/95'], false],
  ['2001:db8::5', ['0.0.0.0/0'], false],
])('%s in %j, as a mapped address: %s', (address, networks, expected) => {
  expect(isWithinNetworks(address, networks)).toBe(expected)
})
