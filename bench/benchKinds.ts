import { registry } from '#core/registry.ts'
import { hasCall, pathOf, type Resource, writableFields } from '#core/resources/definition.ts'
import type { Field } from '#core/resources/field.ts'
import { formatOf } from '#core/resources/fields/formatOf.ts'
import { isSecret } from '#core/resources/fields/readableFields.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { hashPassword } from '#server/platform/secrets.ts'
import { type Compared, compareWithBare } from './bareHandler.ts'
import type { Benchmark, Measurement } from './measurement.ts'
import { send } from './request.ts'

type Operation = 'create' | 'update'

interface Measured extends Compared {
  kind: string
  operation: Operation
  ratio: number
}

const OPERATIONS: readonly Operation[] = ['create', 'update']

/**
 * Creates and changes every kind of record, each against a bare handler that runs the same statements: the cost of the engine itself. One
 * line for each call with its slowest kind, and the three slowest of all.
 */
export async function benchKinds({ server, quick }: Benchmark): Promise<Measurement[]> {
  const sizes = quick ? { rounds: 3, times: 5 } : { rounds: 7, times: 15 }
  const address = `http://127.0.0.1:${server.port}/api`
  const caller = { as: () => ({ call: answerOf(address) }) } as never
  const measured: Measured[] = []
  for (const kind of Object.values(registry) as Resource[]) {
    if (!hasCall(kind, 'create')) continue
    const base = `${address}${pathOf(kind)}`
    const make = async (): Promise<number> => {
      const body = await exampleOf(caller, kind)
      const response = JSON.parse(String(await send('POST', base, body, 'developer')))
      return response[kind.single][kind.id]
    }
    const one = `${base}/${await make()}`
    // Records that each run needs are created before the clock starts.
    const created: Record<string, unknown>[] = []
    const creates = { rounds: sizes.rounds, times: Math.ceil(sizes.times / 2) }
    const wanted = 2 + 2 * creates.rounds * creates.times
    for (let count = 0; count < wanted; count++) created.push(await exampleOf(caller, kind))
    const bodies = new Bodies(created)
    const sides: Partial<Record<Operation, Parameters<typeof compareWithBare>[1]>> = {
      create: {
        sizes: creates,
        ours: () => send('POST', base, bodies.toSend(), 'developer'),
        again: () => bodies.toWrite(),
        // Hashing a password is slow on purpose: the bare handler does it too.
        besides: hasPassword(kind) ? () => hashPassword('Vq7!pLm2xT') : undefined,
      },
      ...changeOf(kind, one, sizes),
    }
    for (const operation of OPERATIONS) {
      const side = sides[operation]
      if (!side) continue
      const compared = await compareWithBare(server.pool, side).catch((error: Error) => {
        throw new Error(`${operation} of ${kind.name}: ${error.message}`)
      })
      measured.push({ ...compared, kind: kind.name, operation, ratio: compared.bare / compared.ours })
    }
  }
  const byRatio = measured.toSorted((one, other) => one.ratio - other.ratio)
  return [
    ...OPERATIONS.map((operation) => {
      const all = byRatio.filter((item) => item.operation === operation)
      const middle = all[Math.floor(all.length / 2)]!.ratio.toFixed(2)
      return figureOf(
        `${operation} of every kind`,
        `${all.length} kinds, median ratio ${middle}; slowest:`,
        all[0]!,
      )
    }),
    ...byRatio.slice(0, 3).map((item, index) => figureOf(`slowest of all, ${index + 1}`, '', item)),
  ]
}

function figureOf(what: string, note: string, { kind, operation, ours, bare, ratio }: Measured): Measurement {
  return {
    what,
    sizes: `${note} ${operation} of ${kind}`.trim(),
    measured: `${ours.toFixed(2)} ms`,
    floor: `${bare.toFixed(2)} ms`,
    ratio,
    wanted: '≥ 0.5',
    reached: ratio >= 0.5,
  }
}

function hasPassword({ fields }: Resource): boolean {
  return Object.values(fields).some((field) => isSecret(field))
}

/** Returns the examples of the tests like the tests' server does. */
function answerOf(address: string) {
  return async (method: string, path: string, body?: object) => ({
    body: JSON.parse(String(await send(method, `${address}${path}`, body, 'developer'))),
  })
}

/** Alternates a text between two values, so that each call writes. */
function changeOf(kind: Resource, one: string, sizes: { rounds: number; times: number }) {
  const free = ([, field]: [string, Field]) =>
    (field.kind === 'text' || field.kind === 'long_text') &&
    !formatOf(field) &&
    !field.unique &&
    !field.min &&
    field.max > 10
  const [name] = writableFields(kind).find(free) ?? []
  if (!name || !hasCall(kind, 'update')) return {}
  let at = 0
  const ours = () => send('PATCH', one, { [name]: at++ % 2 === 0 ? 'north' : 'south' }, 'developer')
  return { update: { sizes, ours } }
}

/** Unique bodies, which the product's call sends and the bare handler writes. */
class Bodies {
  private sent = 0
  private written = 0

  /** The statements of the second body of the product's call; the bare handler begins at the last one. */
  constructor(private readonly bodies: readonly Readonly<Record<string, unknown>>[]) {}

  toSend(): object {
    return this.bodies[this.sent++]!
  }

  /** The values of another body in place of the values in the statements: unique names, referenced records. */
  toWrite(): (value: unknown) => unknown {
    const first = this.bodies[1]!
    const next = this.bodies.at(-1 - this.written++)!
    const differ = Object.keys(first).filter((name) => first[name] !== next[name])
    const replaced = new Map(differ.map((name) => [first[name], next[name]]))
    return (value) => (replaced.has(value) ? replaced.get(value) : value)
  }
}
