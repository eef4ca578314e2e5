import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ALL_LOGIN_TYPES } from '#core/platform/loginTypes.ts'
import { ACTIONS } from '#core/platform/modules.ts'
import { registry } from '#core/registry.ts'
import { permissionFor, type Resource } from '../definition.ts'
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

/** A user of any login type, with any permissions on the kind. */
const moverOf = (kind: Resource) =>
  fc
    .record({
      loginType: fc.constantFrom(...ALL_LOGIN_TYPES),
      onlyBuys: fc.boolean(),
      actions: fc.subarray([...ACTIONS]),
    })
    .map(
      ({ actions, ...user }): Mover => ({
        ...user,
        may: (permission) => actions.some((action) => permissionFor(kind, action) === permission),
      }),
    )
/** A record of the kind in any status. */
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

  test('has a field with exactly these values, starting with the first', () => {
    expect(field).toMatchObject({
      kind: 'choice',
      required: true,
      of: statuses.values,
      default: statuses.first,
    })
    expect(new Set(statuses.values).size).toBe(statuses.values.length)
  })

  test('only has steps to its own statuses, each once, and values of the field that they depend on', () => {
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

  test('no user takes a step that is not in the table', () => {
    fc.assert(
      fc.property(recordOf(kind), fc.constantFrom(...statuses.values), moverOf(kind), (record, to, mover) => {
        const judged = judgeStep(kind, record, to, mover)
        const isKnown = nextStatuses(statuses as never, record).includes(to as never)
        const steps = stepsFrom(statuses, record).filter((step) => statuses.is[step.to] === to)
        const isTheirs = steps.some(
          ({ who, sellersOnly, needs = 'update' }) =>
            !(sellersOnly && mover.onlyBuys) &&
            (who ?? ALL_LOGIN_TYPES).includes(mover.loginType) &&
            mover.may(permissionFor(kind, needs)),
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

  test('no sequence of steps leaves the table or an end', () => {
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

  test('a status is reached only from its predecessors', () => {
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
    onlyBuys: false,
    may: (permission) => may.includes(permission),
  })
  const steps = (status_id: number, by: Mover) => openSteps(kind, { status_id }, by).map(({ to }) => to)

  test('are a choice that starts with the first', () => {
    expect(statusField(statuses)).toEqual({ kind: 'choice', required: true, default: 1, of: [1, 2, 3, 4] })
    expect(statusName(statuses, 2)).toBe('sent')
    expect(() => statusName(statuses, 5)).toThrow('5')
  })

  test('a step is open to its own login types, else to its status field’s, with its permission', () => {
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
    const employee = mover('employee', 'companies.update')
    expect(judge(1, 1, employee)).toBe('same')
    expect(judge(1, 2, employee)).toBe('open')
    expect(judge(1, 4, employee)).toBe('reserved')
    expect(judge(2, 3, employee)).toBe('reserved')
    expect(judge(1, 3, employee)).toBe('unknown')
    expect(judge(1, undefined, employee)).toBe('unknown')
  })

  test('a final status is an end only if no step leads out of it', () => {
    expect([3, 4].map((status) => isFinal(statuses, status))).toEqual([true, true])
    expect([1, 3, 4].map((status_id) => isEnd(statuses, { status_id }))).toEqual([false, true, false])
  })

  test('without a field that they depend on there is one table; without a kind, none', () => {
    expect(openSteps({ ...kind, statuses: undefined } as never, {}, mover('employee'))).toEqual([])
    expect(statusesBefore(statuses, 'draft')).toEqual([2, 4])
  })
})
