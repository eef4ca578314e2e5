import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReceivable } from '#core/domains/orders/documentStatus.ts'
import { ALL_LOGIN_TYPES, type LoginType } from '#core/platform/loginTypes.ts'
import { registry } from '#core/registry.ts'
import { pathOf, permissionFor, type Resource, tableOf } from '#core/resources/definition.ts'
import { judgeStep, type Mover, openSteps } from '#core/resources/statuses/judgeStep.ts'
import { type Statuses, stepsFrom } from '#core/resources/statuses/statuses.ts'
import { moveToSeller } from '#server/app/testing/accounts.ts'
import { exampleOf } from '#server/app/testing/examples.ts'
import { type Answer, startTestServer, type TestServer } from '#server/app/testing/startTestServer.ts'
import { triedTypes } from '#server/app/testing/triedTypes.ts'
import { translate } from '#server/platform/translate.ts'

/** The contract of every kind of record with statuses, tested as soon as it is written. */
type KindWithStatuses = Resource & { statuses: Statuses }
type Values = Readonly<Record<string, unknown>>
const kinds = (Object.values(registry) as Resource[])
  .filter((kind): kind is KindWithStatuses => kind.statuses !== undefined)
  .filter(({ statuses, fields }) => !fields[statuses.field]!.computed)
  .map((kind) => [kind.name, kind] as const)

let server: TestServer
let permissions: Map<LoginType, readonly string[]>
beforeAll(async () => {
  server = await startTestServer()
  await moveToSeller(server.db, ['csr', 'dispatcher', 'dispenser_mgr'])
  const { rows } = await sql<{ login_type_id: LoginType; permissions: string[] }>`
    select login_type_id, permissions from permission_templates`.execute(server.db)
  permissions = new Map(rows.map((row) => [row.login_type_id, row.permissions]))
})
afterAll(() => server.close())

/** A user with the default permissions of their login type. */
function moverOf(loginType: LoginType): Mover {
  const own = permissions.get(loginType) ?? []
  return { loginType, onlyBuys: false, may: (permission) => own.includes(permission) }
}

/** Whether a login type's request gets as far as the step itself. */
function mayTry(kind: KindWithStatuses, action: 'create' | 'update') {
  return (loginType: LoginType) =>
    kind.loginTypes.includes(loginType) &&
    loginType !== 'customer_readonly' &&
    moverOf(loginType).may(permissionFor(kind, action))
}

/** All statuses that a record of the kind can have. */
function placesOf({ statuses: { values, field, by, steps } }: KindWithStatuses): Values[] {
  return Object.keys(steps).flatMap((value) =>
    values.map((status) => ({ [field]: status, ...(by && { [by]: value }) })),
  )
}

/** The statuses tried from there: all targets of steps, and the first other one, if any. */
function targetsFrom({ statuses }: KindWithStatuses, place: Values): unknown[] {
  const known: unknown[] = stepsFrom(statuses, place).map(({ to }) => statuses.is[to])
  const unknown = statuses.values.filter((to) => to !== place[statuses.field] && !known.includes(to))
  return [...known, ...unknown.slice(0, 1)]
}

/** The message about a step that does not exist from there: it names the possible ones. */
function sentenceOf(kind: KindWithStatuses, place: Values, to: unknown, mover: Mover): string {
  const { field, is } = kind.statuses
  const nameOf = (status: unknown) =>
    translate('en', `records.${kind.name}.choices.${field}.${status}`).toLowerCase()
  const allowed = openSteps(kind, place, mover).map((step) => nameOf(is[step.to]))
  const [from, next] = [nameOf(place[field]), nameOf(to)]
  return `The status is ${from} and cannot become ${next}; allowed: ${allowed.join(', ') || 'nothing'}.`
}

describe.each(kinds)('%s', (_, kind) => {
  const { statuses } = kind
  const { field, by, first } = statuses
  const path = pathOf(kind)
  let example: Values
  let id: number
  beforeAll(async () => {
    example = await exampleOf(server, kind)
    const { body } = await server.as('administrator').call('POST', path, example)
    id = body[kind.single][kind.id]
  })

  /** Sets the record's status directly. */
  const put = async (place: Values) => {
    const columns = Object.entries(place).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    // Only invoices and credit notes have a balance.
    if (kind.name === 'transaction_documents') {
      const balance = isReceivable(place['document_type']) ? 0 : null
      columns.push(sql`balance = ${balance}`, sql`document_balance = ${balance}`)
    }
    await sql`update ${sql.table(tableOf(kind))} set ${sql.join(columns)} where ${sql.ref(kind.id)} = ${id}`.execute(
      server.db,
    )
  }
  const statusNow = async () => {
    const { rows } = await sql<{ status: unknown }>`select ${sql.ref(field)} as status
      from ${sql.table(tableOf(kind))} where ${sql.ref(kind.id)} = ${id}`.execute(server.db)
    return rows[0]!.status
  }
  /** Checks the response to a requested step against the one table. */
  const expectJudged = async (loginType: LoginType, place: Values, to: unknown, answer: Answer) => {
    const mover = moverOf(loginType)
    const what = `${loginType}: ${JSON.stringify(place)} → ${to}: ${answer.raw}`
    const judged = judgeStep(kind, place, to, mover)
    const sentence = sentenceOf(kind, place, to, mover)
    if (judged === 'open') {
      // It may still be refused because of its consequences, with another message.
      expect([200, 409, 422], what).toContain(answer.status)
      expect(answer.body.message, what).not.toMatch(/^The status is .* and cannot become/)
    } else {
      expect(answer.status, what).toBe(judged === 'reserved' ? 405 : 409)
      if (judged !== 'reserved') expect(answer.body.message, what).toBe(sentence)
    }
    if (answer.status === 200) expect(await statusNow(), what).not.toBe(place[field])
    else expect(await statusNow(), what).toBe(place[field])
  }

  test.each(triedTypes(ALL_LOGIN_TYPES))(
    '%s takes by the call for it just the steps that are theirs',
    async (loginType) => {
      const isLetIn = mayTry(kind, 'update')(loginType)
      for (const place of placesOf(kind)) {
        for (const to of [...targetsFrom(kind, place), place[field]]) {
          await put(place)
          const response = await server.as(loginType).call('POST', `${path}/${id}/status`, { [field]: to })
          if (isLetIn) await expectJudged(loginType, place, to, response)
          else {
            expect(response.status).toBe(405)
            expect(await statusNow()).toBe(place[field])
          }
        }
      }
    },
  )

  test.each(triedTypes(ALL_LOGIN_TYPES))('a PATCH by %s is checked by the same rules', async (loginType) => {
    if (!mayTry(kind, 'update')(loginType)) return
    for (const place of placesOf(kind)) {
      for (const to of targetsFrom(kind, place)) {
        await put(place)
        const response = await server.as(loginType).call('PATCH', `${path}/${id}`, { [field]: to })
        if (!statuses.isOnlyByCall) await expectJudged(loginType, place, to, response)
        else {
          expect(response).toMatchObject({
            status: 409,
            body: { message: translate('en', 'messages.status_by_step') },
          })
          expect(await statusNow()).toBe(place[field])
        }
      }
    }
  })

  test('a new record is checked by the same rules', async () => {
    for (const loginType of triedTypes(ALL_LOGIN_TYPES).filter(mayTry(kind, 'create'))) {
      const mover = moverOf(loginType)
      for (const place of placesOf(kind).filter((item) => item[field] === first)) {
        for (const to of [first, ...targetsFrom(kind, place)]) {
          const response = await server
            .as(loginType)
            .call('POST', path, { ...example, ...place, [field]: to })
          const what = `${loginType}: ${JSON.stringify(place)} → ${to}: ${response.raw}`
          const judged = judgeStep(kind, place, to, mover)
          const isRestricted = response.status === 422 && loginType === 'customer'
          // The example has no lines: it remains a draft. Credit notes are created from an invoice.
          const isHeldBack =
            response.status === 422 &&
            response.body.errors.every((error: Values) =>
              ['no_lines', 'credit_by_command'].includes(String(error['rule'])),
            )
          if (judged === 'open' || judged === 'same') {
            if (isRestricted || isHeldBack) continue
            expect(response.status, what).toBe(200)
            expect(response.body[kind.single][field], what).toBe(statuses.isOnlyByCall ? first : to)
          } else if (isRestricted) {
            expect(response.body.errors.map((error: Values) => error['field'])).toContain(field)
          } else {
            expect(response.status, what).toBe(judged === 'reserved' ? 405 : 409)
            if (judged === 'unknown') expect(response.body.message).toBe(sentenceOf(kind, place, to, mover))
          }
        }
      }
    }
  })

  test('the call refuses unknown statuses', async () => {
    const call = (body: object) => server.as('administrator').call('POST', `${path}/${id}/status`, body)
    for (const invalid of ['nonsense', 999_999, null, {}]) {
      expect((await call({ [field]: invalid })).status, JSON.stringify(invalid)).toBe(422)
    }
    expect((await call({})).status).toBe(422)
  })

  test('the list of open records excludes finished ones', async () => {
    if (!kind.filters || !('dashboard' in kind.filters)) return
    for (const place of placesOf(kind).filter((item) => !by || item[by] === placesOf(kind)[0]![by])) {
      await put(place)
      const { body } = await server.as('administrator').call('GET', `${path}?dashboard=1&page_size=1000`)
      const ids = body[kind.listKey ?? kind.name].map((row: Values) => row[kind.id])
      expect(ids.includes(id), JSON.stringify(place)).toBe(!statuses.done.includes(place[field] as never))
    }
  })
})
