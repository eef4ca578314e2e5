import releaseSync from '@jitl/quickjs-wasmfile-release-sync'
import { LRUCache } from 'lru-cache'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
} from 'quickjs-emscripten-core'
import { lastOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { isObject } from '#core/platform/values.ts'
import { messageOf } from '#server/platform/messageOf.ts'
import { isTooComplex } from '#server/platform/parseJson.ts'

/** An uplink as input of the LoRa Alliance's `decodeUplink` (TS013). */
export interface DecoderInput {
  bytes: readonly number[]
  f_port: number
  /** Epoch milliseconds. */
  time: number
}

/** Why a pasted decoder returned no data. */
export type DecoderFault =
  | 'decoder_missing'
  | 'decoder_failed'
  | 'decoder_timeout'
  | 'decoder_memory'
  | 'decoder_output'

export type Decoded = { data: unknown } | { fault: DecoderFault; detail: string }

export interface Sandbox {
  /** Runs a decoder on one uplink. Calls are isolated from each other. */
  decode: (code: string, input: DecoderInput) => Promise<Decoded>
}

/** ms of one call. */
const TIMEOUT_MS = 50
/** A call is ended only if it also made this many progress checks, so that a busy machine does not end calls that do little. */
const MIN_POLLS = 20
const MEMORY_LIMIT = 16 * 1024 * 1024
const STACK_LIMIT = 256 * 1024
/** Number of 64 kB pages: the limit, the stack of the WebAssembly, which takes 5 MB, and the engine. */
const PAGES = 400
/** Node has it; the types of its version 20 do not. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer } }
}
/** Bytes beyond the used memory that are restored as well. */
const MARGIN = 65_536
const MAX_PREPARED = 64
const MAX_DETAIL = 200
const MAX_OUTPUT = 65_536

/**
 * Calls the decoder: `decodeUplink`, or the functions of earlier versions of The Things Network and ChirpStack. It keeps its own references,
 * which the decoder cannot replace.
 */
const RUNNER = `(function () {
  var parse = JSON.parse, stringify = JSON.stringify, Moment = Date, text = String
  return function (json) {
    var input = parse(json), bytes = input.bytes, port = input.f_port
    try {
      var result
      if (typeof decodeUplink === 'function')
        result = decodeUplink({ bytes: bytes, fPort: port, recvTime: new Moment(input.time), variables: {} })
      else if (typeof Decoder === 'function') result = { data: Decoder(bytes, port) }
      else if (typeof Decode === 'function') result = { data: Decode(port, bytes, {}) }
      else return '-'
      if (result && result.errors && result.errors.length) return '!' + text(result.errors[0]).slice(0, ${MAX_DETAIL})
      var output = stringify({ data: result ? result.data : undefined })
      return output.length > ${MAX_OUTPUT} ? '+' : '=' + output
    } catch (error) {
      return '!' + text((error && error.message) || error).slice(0, ${MAX_DETAIL})
    }
  }
})()`

/** The used parts of the memory: before and after the stack, which is not restored. */
type Image = readonly (readonly [at: number, bytes: Uint8Array])[]

interface Engine {
  context: QuickJSContext
  run: QuickJSHandle
  memory: Uint8Array
  /** The state before any decoder. */
  base: Image
  /** The state after parsing a decoder, by its code; or why parsing failed. */
  prepared: LRUCache<string, Image | Decoded>
  /** Starts the time of the next evaluation. */
  allow: () => void
}

/**
 * Opens QuickJS as WebAssembly, without any function of the host. A decoder is parsed once; each call then starts by restoring the memory
 * to that state, 0.3 MB. So every call has its own context at the cost of a copy, and a call that fails, is ended or fills its memory
 * leaves nothing behind.
 */
export async function openSandbox(): Promise<Sandbox> {
  let engine: Engine | undefined
  return {
    decode: async (code, input) => {
      try {
        engine ??= await openEngine()
        return call(engine, code, input)
      } catch (error) {
        // A trap of the WebAssembly leaves its stack undefined.
        engine = undefined
        return { fault: 'decoder_memory', detail: messageOf(error).slice(0, MAX_DETAIL) }
      }
    },
  }
}

async function openEngine(): Promise<Engine> {
  let deadline = 0
  let polls = 0
  const isOver = () => ++polls > MIN_POLLS && performance.now() > deadline
  const allow = () => {
    deadline = performance.now() + TIMEOUT_MS
    polls = 0
  }
  const wasmMemory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES })
  const variant = newVariant(releaseSync, { wasmMemory: wasmMemory as never })
  const engineModule = await newQuickJSWASMModuleFromVariant(variant)
  const runtime = engineModule.newRuntime()
  runtime.setMemoryLimit(MEMORY_LIMIT)
  runtime.setMaxStackSize(STACK_LIMIT)
  runtime.setInterruptHandler(isOver)
  const context = runtime.newContext()
  allow()
  const run = context.unwrapResult(context.evalCode(RUNNER))
  // Handles that the library makes at first use have to be in the image.
  void context.undefined
  void context.global
  const memory = new Uint8Array(wasmMemory.buffer)
  return { allow, context, run, memory, base: imageOf(memory), prepared: new LRUCache({ max: MAX_PREPARED }) }
}

/** @returns the memory with the decoder, or why it cannot be read */
function prepare({ allow, context, memory, base, prepared }: Engine, code: string): Image | Decoded {
  const known = prepared.get(code)
  if (known) return known
  // Memory above the image is set to zero, so that the end of the used part can be found.
  memory.fill(0)
  restore(memory, base)
  allow()
  const result = context.evalCode(code, 'decoder.js', { type: 'global', strict: false })
  const outcome = result.error ? faultOf(context.dump(result.error)) : imageOf(memory)
  prepared.set(code, outcome)
  return outcome
}

function call(from: Engine, code: string, input: DecoderInput): Decoded {
  const image = prepare(from, code)
  if (!isImage(image)) return image
  restore(from.memory, image)
  const { allow, context, run } = from
  allow()
  const result = context.callFunction(run, context.undefined, context.newString(JSON.stringify(input)))
  return result.error ? faultOf(context.dump(result.error)) : readOutput(context.getString(result.value))
}

function isImage(one: Image | Decoded): one is Image {
  return Array.isArray(one)
}

function restore(memory: Uint8Array, image: Image): void {
  for (const [at, bytes] of image) memory.set(bytes, at)
}

const BLOCK = 4096

/** Copies the used memory: from the beginning to the unused stack, and from there to the last byte. */
function imageOf(memory: Uint8Array): Image {
  const numbers = new Float64Array(memory.buffer)
  const isEmpty = (block: number) => {
    for (let at = (block * BLOCK) / 8; at < ((block + 1) * BLOCK) / 8; at++)
      if (numbers[at] !== 0) return false
    return true
  }
  const blocks = memory.length / BLOCK
  const used = Array.from({ length: blocks }, (_, block) => block).filter((block) => !isEmpty(block))
  // The stack is by far the largest gap between two used blocks.
  const after = used.reduce((widest, _, at) => {
    const gapBefore = (index: number) => (index === 0 ? 0 : itemAt(used, index) - itemAt(used, index - 1))
    return gapBefore(at) > gapBefore(widest) ? at : widest
  }, 0)
  const low = Math.min(itemAt(used, after - 1) * BLOCK + BLOCK + MARGIN, itemAt(used, after) * BLOCK)
  const start = itemAt(used, after) * BLOCK
  const end = Math.min(lastOf(used) * BLOCK + BLOCK + MARGIN, memory.length)
  return [
    [0, memory.slice(0, low)],
    [start, memory.slice(start, end)],
  ]
}

function readOutput(output: string): Decoded {
  const rest = output.slice(1)
  switch (output[0]) {
    case '-':
      return { fault: 'decoder_missing', detail: '' }
    case '!':
      return /out of memory/.test(rest)
        ? { fault: 'decoder_memory', detail: rest }
        : { fault: 'decoder_failed', detail: rest }
    case '=':
      if (!isTooComplex(rest)) return JSON.parse(rest)
  }
  return { fault: 'decoder_output', detail: '' }
}

/** The reason of an error that the decoder could not catch, or that it threw when it was read. */
function faultOf(error: unknown): Decoded {
  const { name, message } = isObject(error) ? error : {}
  const detail = `${name ?? ''}: ${message ?? error}`.slice(0, MAX_DETAIL)
  if (message === 'interrupted') return { fault: 'decoder_timeout', detail: '' }
  if (message === 'out of memory') return { fault: 'decoder_memory', detail: '' }
  return { fault: 'decoder_failed', detail }
}
