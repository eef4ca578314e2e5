import type { readAccount, readStatement } from '#core/domains/orders/accountCalls.ts'
import type { AnswerOf } from '#core/platform/defineCall.ts'
import { cents, decimal, sum } from '../laws/money.ts'
import { DAY } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { World } from '../world.ts'
import { judgeSame } from './judgeDocuments.ts'

type Account = AnswerOf<typeof readAccount>['account']
type Statement = AnswerOf<typeof readStatement>['statement']

const BUCKETS = ['current', 'days_30', 'days_60', 'days_90', 'older'] as const

/** Promise 3: what a customer owes, what is left of each payment, the statement and the ages of the balances are those of the simulation. */
export async function judgeAccounts(world: World): Promise<void> {
  const from = world.dayOf(world.start)
  for (const tank of world.tanks) {
    const about = [`tank ${tank.number}`]
    const path = `/companies/${tank.ids.company_id}`
    const { account } = await world.get(`${path}/account`, about)
    judgeAccount(world, tank, account)
    const { statement } = await world.get(`${path}/statement?from=${from}`, about)
    judgeStatement(world, tank, statement)
  }
  const { ledger } = world.books
  const { receivables } = await world.get('/receivables', ['billing'])
  for (const tank of world.tanks) {
    const shown = receivables.find(({ company_id }: any) => company_id === tank.ids.company_id)
    const total = cents(shown?.ageing.total ?? '0')
    judgeSame(
      { world, tank, kind: 'the list of receivables says another balance', title: 'receivables' },
      { total: ledger.balance(tank) },
      { total },
    )
  }
  world.books.figures.set(
    'owed at the end',
    `$${decimal(sum(world.tanks.map((tank) => ledger.balance(tank))))}`,
  )
}

/** The age of a balance by its due date. */
function bucketOf(due: string, today: string): (typeof BUCKETS)[number] {
  const late = Math.round((Date.parse(today) - Date.parse(due)) / DAY)
  return BUCKETS[late <= 0 ? 0 : Math.min(Math.ceil(late / 30), 4)]!
}

function judgeAccount(world: World, tank: Tank, account: Account): void {
  const { ledger } = world.books
  const today = world.dayOf()
  const open = ledger.openBills(tank)
  const own = ledger.sources.filter((source) => source.tank === tank)
  const rests = (some: Iterable<readonly [string | null, bigint]>) =>
    [...some]
      .filter(([, left]) => left !== 0n)
      .map(([name, left]) => `${name} ${decimal(left)}`)
      .sort()
      .join(', ')
  const { ageing, open_invoices, payments, credits } = account
  judgeSame(
    { world, tank, kind: 'a balance is not what was billed, credited and paid', title: 'account' },
    {
      invoices: rests(open.map((bill) => [`${bill.number} due ${bill.due}`, bill.open])),
      left: rests(own.map(({ number, left }) => [number, left])),
      ...Object.fromEntries(
        BUCKETS.map((name) => [
          name,
          sum(open.filter(({ due }) => bucketOf(due, today) === name).map((bill) => bill.open)),
        ]),
      ),
      ...{ unapplied: ledger.unapplied(tank), total: ledger.balance(tank) },
    },
    {
      invoices: rests(
        open_invoices.map((one) => [`${one.document_number} due ${one.due_date}`, cents(one.balance)]),
      ),
      left: rests([
        ...payments.map(({ reference, left }) => [reference, cents(left)] as const),
        ...credits.map(({ document_number, left }) => [document_number, cents(left)] as const),
      ]),
      ...Object.fromEntries(Object.entries(ageing).map(([name, amount]) => [name, cents(amount)])),
    },
  )
}

/** Every movement is on the statement once. */
function judgeStatement(world: World, tank: Tank, statement: Statement): void {
  const { ledger } = world.books
  const own = ledger.postings.filter((posting) => posting.tank === tank)
  const { opening, charges, payments, closing, lines } = statement
  const title = 'statement'
  const kind = 'a statement does not show each movement once'
  const differences = unmatched(
    own.map((one) => `${one.kind} ${one.number} of ${one.day}: ${decimal(one.amount)}`),
    lines.map((one) => `${one.kind} ${one.title} of ${one.date}: ${decimal(cents(one.amount))}`),
  )
  if (differences) world.brokenFor(tank, 3, kind, differences)
  const raising = (isRaising: boolean) =>
    sum(own.map(({ amount }) => amount).filter((amount) => amount > 0n === isRaising))
  judgeSame(
    { world, tank, kind: 'the sums of a statement are wrong', title },
    { opening: 0n, charges: raising(true), payments: -raising(false), closing: ledger.balance(tank) },
    {
      ...{ opening: cents(opening), charges: cents(charges) },
      ...{ payments: cents(payments), closing: cents(closing) },
    },
  )
}

/** What only one of two lists has, as text; empty if they have the same. */
export function unmatched(expected: readonly string[], shown: readonly string[]): string {
  const rest = [...shown]
  const missing = expected.filter((one) => {
    const at = rest.indexOf(one)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [...missing.map((one) => `missing: ${one}`), ...rest.map((one) => `not expected: ${one}`)].join('; ')
}
