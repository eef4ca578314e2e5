import { beforeAll, describe, expect, test } from 'vitest'
import { type DecoderInput, openSandbox, type Sandbox } from './openSandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})

const INPUT: DecoderInput = { bytes: [1, 2, 3], f_port: 7, time: Date.parse('2026-11-26T12:00:00Z') }
const decode = (code: string, input: Partial<DecoderInput> = {}) =>
  sandbox.decode(code, { ...INPUT, ...input })

/** Written as makers do: ES5, variables without a declaration, a guarded export, parts that add to built-in objects. */
const MAKERS_DECODER = `
  var TYPES = { 1: 'battery' };
  if (!String.prototype.pad) { String.prototype.pad = function (n) { var s = this; while (s.length < n) s = '0' + s; return s; }; }
  function hex(bytes) { var text = ''; for (i = 0; i < bytes.length; i++) text += bytes[i].toString(16).pad(2); return text; }
  function decodeUplink(input) {
    return { data: { hex: hex(input.bytes), port: input.fPort, day: input.recvTime.toISOString(), type: TYPES[1] } };
  }
  if (typeof module !== 'undefined') { module.exports = { decodeUplink: decodeUplink }; }
`

test('a decoder as makers publish it runs unchanged', async () => {
  const data = { hex: '010203', port: 7, day: '2026-11-26T12:00:00.000Z', type: 'battery' }
  expect(await decode(MAKERS_DECODER)).toEqual({ data })
})

test('the functions of earlier networks run, and const and arrow functions too', async () => {
  expect(await decode('function Decoder(bytes, port) { return { sum: bytes[0] + port } }')).toEqual({
    data: { sum: 8 },
  })
  expect(await decode('function Decode(fPort, bytes) { return { sum: bytes[1] + fPort } }')).toEqual({
    data: { sum: 9 },
  })
  expect(await decode('const decodeUplink = ({ bytes }) => ({ data: { n: bytes.length } })')).toEqual({
    data: { n: 3 },
  })
})

describe('nothing carries over from one call to the next', () => {
  test.each([
    ['a variable of the decoder', 'var kept = 0; function decodeUplink() { kept++; return { data: kept } }'],
    [
      'an undeclared variable',
      "function decodeUplink() { kept = typeof kept === 'undefined' ? 1 : kept + 1; return { data: kept } }",
    ],
    [
      'the global object',
      'function decodeUplink() { globalThis.kept = (globalThis.kept || 0) + 1; return { data: globalThis.kept } }',
    ],
    [
      'a built-in object',
      'function decodeUplink() { Array.prototype.kept = ([].kept || 0) + 1; return { data: [].kept } }',
    ],
    [
      'a registered symbol',
      "function decodeUplink() { var s = Symbol.for('kept'); JSON[s] = (JSON[s] || 0) + 1; return { data: JSON[s] } }",
    ],
    [
      'a promise',
      'var kept = 1; function decodeUplink() { var was = kept; Promise.resolve().then(function () { kept++ }); kept += 10; return { data: was } }',
    ],
    [
      'a frozen built-in',
      'function decodeUplink() { var was = Object.isFrozen(Math); Object.freeze(Math); Math.x = 1; return { data: was ? 2 : 1 } }',
    ],
  ])('%s', async (_, code) => {
    expect(await decode(code)).toEqual({ data: 1 })
    expect(await decode(code)).toEqual({ data: 1 })
    expect(await decode(MAKERS_DECODER)).toMatchObject({ data: { hex: '010203' } })
    expect(await decode(code)).toEqual({ data: 1 })
  })

  test('the bytes of another device, left in memory by a call that was ended', async () => {
    const code = `var seen = []; function decodeUplink(input) { seen.push(input.bytes); globalThis.seen = seen;
      if (input.fPort === 1) for (;;) {} return { data: seen.length } }`
    expect(await decode(code, { f_port: 1, bytes: [99] })).toMatchObject({ fault: 'decoder_timeout' })
    expect(await decode(code)).toEqual({ data: 1 })
  })
})

describe('a hostile decoder only loses its own record', () => {
  test.each([
    ['loops', 'decoder_timeout', 'function decodeUplink() { for (;;) {} }'],
    ['loops when it is read', 'decoder_timeout', 'for (;;) {}'],
    [
      'loops and catches',
      'decoder_timeout',
      'function decodeUplink() { for (;;) try { for (;;) {} } catch (e) {} }',
    ],
    [
      'loops in an error',
      'decoder_timeout',
      'function decodeUplink() { throw { get message() { for (;;) {} } } }',
    ],
    [
      'loops in toJSON',
      'decoder_timeout',
      'function decodeUplink() { return { data: { toJSON: function () { for (;;) {} } } } }',
    ],
    [
      'backtracks',
      'decoder_timeout',
      "function decodeUplink() { return { data: /^(a+)+$/.test(Array(40).join('a') + 'b') } }",
    ],
    [
      'allocates',
      'decoder_memory',
      'function decodeUplink() { var a = []; for (;;) a.push(new Array(10000).fill(1)) }',
    ],
    ['repeats a text', 'decoder_memory', "function decodeUplink() { return { data: 'x'.repeat(1e9) } }"],
    ['throws', 'decoder_failed', "function decodeUplink() { throw new Error('broken') }"],
    ['throws nothing', 'decoder_failed', 'function decodeUplink() { throw undefined }'],
    ['returns errors', 'decoder_failed', "function decodeUplink() { return { errors: ['unknown FPort'] } }"],
    ['recurses', 'decoder_failed', 'function decodeUplink() { return decodeUplink() }'],
    ['is no JavaScript', 'decoder_failed', 'function decodeUplink( {'],
    ['is not a decoder', 'decoder_missing', 'var a = 1'],
    [
      'returns 10,000 records',
      'decoder_output',
      'function decodeUplink() { return { data: Array(10000).fill({ distance: 1 }) } }',
    ],
    [
      'nests',
      'decoder_output',
      'function decodeUplink() { var d = 1; for (var i = 0; i < 200; i++) d = [d]; return { data: d } }',
    ],
  ])('that %s', async (_, problem, code) => {
    expect(await decode(code)).toMatchObject({ fault: problem })
    expect(await decode(MAKERS_DECODER)).toMatchObject({ data: { hex: '010203' } })
  })

  test('not a number becomes null', async () => {
    expect(await decode('function decodeUplink() { return { data: { a: NaN, b: 1 / 0, c: 3 } } }')).toEqual({
      data: { a: null, b: null, c: 3 },
    })
  })

  test('no functions of the host can be called', async () => {
    const names = [
      'process',
      'require',
      'fetch',
      'setTimeout',
      'console',
      'std',
      'os',
      'print',
      'WebAssembly',
      'Deno',
    ]
    const code = `function decodeUplink() { return { data: ${JSON.stringify(names)}.filter(function (n) { return n in globalThis }) } }`
    expect(await decode(code)).toEqual({ data: [] })
  })
})
