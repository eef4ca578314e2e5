import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { ACTIONS } from '#core/platform/modules.ts'
import { registry } from '#core/registry.ts'
import { permissionFor, type Resource } from './definition.ts'
import { judgeStep, type Mover, openSteps } from './judgeStep.ts'
import {
  defineStatuses,
  isEnd,
  isFinal,
  nextStatuses,
  type Statuses,
  statusesBefore,
  statusField,
  statusName,
  stepsFrom,
} from './statuses.ts'

type KindWithStatuses = Resource & { statuses: Statuses }
const kinds = (Object.values(registry) as Resource[])
  .filter((kind): kind is KindWithStatuses => kind.statuses !== undefined)
  .map((kind) => [kind.name, kind] as const)

/** Somebody of any login type, with any of the permissions on the kind. */
const moverOf = (kind: Resource) =>
  fc.record({ loginType: fc.constantFrom(...ALL_LOGIN_TYPES), actions: fc.subarray([...ACTIONS]) }).map(
    ({ loginType, actions }): Mover => ({
      loginType,
      may: (permission) => actions.some((action) => permissionFor(kind, action) === permission),
    }),
  )
/** Where a record of the kind can be. */
const recordOf = ({ statuses }: KindWithStatuses) =>
  fc.record({
    [statuses.field]: fc.constantFrom(...statuses.values),
    ...(statuses.by && { [statuses.by]: fc.constantFrom(...Object.keys(statuses.steps)) }),
  })

test('the kinds of record with statuses are known', () => {
  expect(kinds.map(([name]) => name).sort()).toEqual([
    'data_import_logs',
    'shipment_planners',
    'transaction_documents',
    'work_orders',
  ])
})

describe.each(kinds)('%s', (_, kind) => {
  const { statuses } = kind
  const field = kind.fields[statuses.field]!

  test('has a field for them, of just these values, that begins with the first', () => {
    expect(field).toMatchObject({
      kind: 'choice',
      required: true,
      of: statuses.values,
      default: statuses.first,
    })
    expect(new Set(statuses.values).size).toBe(statuses.values.length)
  })

  test('names in its steps only statuses that it has, each once, and the values of the field by which they differ', () => {
    for (const from of Object.values(statuses.steps)) {
      for (const [name, steps] of Object.entries(from)) {
        const targets = steps.map(({ to }) => to)
        expect(Object.keys(statuses.is)).toEqual(expect.arrayContaining([name, ...targets]))
        expect(new Set([name, ...targets]).size).toBe(targets.length + 1)
      }
    }
    if (!statuses.by) return expect(Object.keys(statuses.steps)).toEqual([''])
    const by = kind.fields[statuses.by] as { of: readonly string[] }
    expect(Object.keys(statuses.steps)).toEqual([...by.of])
  })

  test('nobody takes a step that does not stand in its table', () => {
    fc.assert(
      fc.property(recordOf(kind), fc.constantFrom(...statuses.values), moverOf(kind), (record, to, mover) => {
        const judged = judgeStep(kind, record, to, mover)
        const isKnown = nextStatuses(statuses as never, record).includes(to as never)
        const steps = stepsFrom(statuses, record).filter((step) => statuses.is[step.to] === to)
        const isTheirs = steps.some(
          ({ who, needs = 'update' }) =>
            (who ?? ALL_LOGIN_TYPES).includes(mover.loginType) && mover.may(permissionFor(kind, needs)),
        )
        if (record[statuses.field] === to) expect(judged).toBe('same')
        else expect(judged).toBe(isTheirs ? 'open' : isKnown ? 'reserved' : 'unknown')
        expect(openSteps(kind, record, mover).some((step) => statuses.is[step.to] === to)).toBe(
          judged === 'open',
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('step by step nobody leaves the table, and nobody leaves an end', () => {
    fc.assert(
      fc.property(recordOf(kind), fc.array(fc.nat(), { maxLength: 12 }), (start, picks) => {
        let record: Readonly<Record<string, unknown>> = { ...start, [statuses.field]: statuses.first }
        for (const pick of picks) {
          const next = nextStatuses(statuses as never, record)
          if (isEnd(statuses, record)) expect(next).toEqual([])
          if (next.length === 0) return
          record = { ...record, [statuses.field]: next[pick % next.length] }
          expect(statuses.values).toContain(record[statuses.field])
        }
      }),
    )
  })

  test('a status leads on from just those before it', () => {
    for (const [name, value] of Object.entries(statuses.is)) {
      const before = statusesBefore(statuses as never, name as never)
      for (const from of statuses.values) {
        const leads = Object.keys(statuses.steps).some((by) =>
          nextStatuses(statuses as never, {
            [statuses.field]: from,
            ...(statuses.by && { [statuses.by]: by }),
          }).includes(value as never),
        )
        expect(before.includes(from as never)).toBe(leads)
      }
    }
  })
})

describe('statuses as they are declared', () => {
  const statuses = defineStatuses(
    { draft: 1, sent: 2, paid: 3, lost: 4 },
    {
      draft: ['sent', { to: 'lost', needs: 'delete' }],
      sent: [{ to: 'paid', who: ['administrator'], isAside: true }, 'draft'],
      lost: ['draft'],
    },
    { first: 'draft', done: ['paid', 'lost'], final: ['paid', 'lost'], who: ['administrator', 'employee'] },
  )
  const kind = { module: 'companies', statuses } as unknown as KindWithStatuses
  const mover = (loginType: Mover['loginType'], ...may: string[]): Mover => ({
    loginType,
    may: (permission) => may.includes(permission),
  })
  const steps = (status_id: number, by: Mover) => openSteps(kind, { status_id }, by).map(({ to }) => to)

  test('are a choice that begins with the first', () => {
    expect(statusField(statuses)).toEqual({ kind: 'choice', required: true, default: 1, of: [1, 2, 3, 4] })
    expect(statusName(statuses, 2)).toBe('sent')
    expect(() => statusName(statuses, 5)).toThrow('5')
  })

  test('a step is for whom it names, else for whom the statuses name, with the permission that it needs', () => {
    const [update, remove] = ['companies.update', 'companies.delete']
    expect(steps(1, mover('administrator', update, remove))).toEqual(['sent', 'lost'])
    expect(steps(1, mover('administrator', update))).toEqual(['sent'])
    expect(steps(1, mover('administrator', remove))).toEqual(['lost'])
    expect(steps(1, mover('customer', update, remove))).toEqual([])
    expect(steps(2, mover('administrator', update))).toEqual(['paid', 'draft'])
    expect(steps(2, mover('employee', update))).toEqual(['draft'])
  })

  test('a step is the same, open, reserved for others, or unknown', () => {
    const judge = (from: number, to: unknown, by: Mover) => judgeStep(kind, { status_id: from }, to, by)
    const somebody = mover('employee', 'companies.update')
    expect(judge(1, 1, somebody)).toBe('same')
    expect(judge(1, 2, somebody)).toBe('open')
    expect(judge(1, 4, somebody)).toBe('reserved')
    expect(judge(2, 3, somebody)).toBe('reserved')
    expect(judge(1, 3, somebody)).toBe('unknown')
    expect(judge(1, undefined, somebody)).toBe('unknown')
  })

  test('what is final is an end only where no step leads out of it', () => {
    expect([3, 4].map((status) => isFinal(statuses, status))).toEqual([true, true])
    expect([1, 3, 4].map((status_id) => isEnd(statuses, { status_id }))).toEqual([false, true, false])
  })

  test('without a field by which they differ, and without a kind of record, there is one table or none', () => {
    expect(openSteps({ ...kind, statuses: undefined } as never, {}, mover('employee'))).toEqual([])
    expect(statusesBefore(statuses, 'draft')).toEqual([2, 4])
  })
})
