import type { readAccount, readStatement } from '#core/domains/orders/accountCalls.ts'
import type { ResponseOf } from '#core/platform/defineCall.ts'
import { cents, decimal, sum } from '../laws/money.ts'
import { DAY } from '../laws/units.ts'
import type { Tank } from '../tank.ts'
import type { World } from '../world.ts'
import { judgeSame } from './judgeDocuments.ts'

type Account = ResponseOf<typeof readAccount>['account']
type Statement = ResponseOf<typeof readStatement>['statement']

const BUCKETS = ['current', 'days_30', 'days_60', 'days_90', 'older'] as const

/** Promise 3: what customers owe, what is left of each payment, the statements and the ages of the balances are those of the simulation. */
export async function judgeAccounts(world: World): Promise<void> {
  const { ledger, figures } = world.books
  const from = world.dayOf(world.start)
  const { receivables } = await world.get('/receivables', ['billing'])
  for (const tank of world.tanks) {
    const { company_id } = tank.ids
    const about = [`tank ${tank.number}`]
    const { account } = await world.get(`/companies/${company_id}/account`, about)
    const { statement } = await world.get(`/companies/${company_id}/statement?from=${from}`, about)
    const listed = receivables.find((one: any) => one.company_id === company_id)
    judgeAccount(world, tank, account, listed?.ageing ?? {})
    judgeStatement(world, tank, statement)
  }
  const total = (all: any[]) => decimal(sum(all.map(({ ageing }) => cents(ageing.total))))
  const owed = decimal(sum(world.tanks.map((tank) => ledger.balance(tank))))
  if (total(receivables) !== owed)
    world.broken(3, 'the list of receivables has another sum', `${total(receivables)}, not ${owed}`, [
      'billing',
    ])
  figures.set('owed at the end', `$${owed}`)
}

/** The age of a balance by its due date. */
function bucketOf(due: string, today: string): (typeof BUCKETS)[number] {
  const late = Math.round((Date.parse(today) - Date.parse(due)) / DAY)
  return BUCKETS[late <= 0 ? 0 : Math.min(Math.ceil(late / 30), 4)]!
}

function judgeAccount(world: World, tank: Tank, account: Account, listed: Partial<Account['ageing']>): void {
  const { ledger } = world.books
  const today = world.dayOf()
  const open = ledger.openBills(tank)
  const own = ledger.sources.filter((source) => source.tank === tank)
  const rests = (some: Iterable<readonly [string | null, bigint]>) => {
    const left = [...some].filter(([, rest]) => rest !== 0n).map(([name, rest]) => `${name} ${decimal(rest)}`)
    return left.sort().join(', ')
  }
  const ages = BUCKETS.map((name): [string, bigint] => {
    const aged = open.filter(({ due }) => bucketOf(due, today) === name)
    return [name, sum(aged.map((bill) => bill.open))]
  })
  const total = ledger.balance(tank)
  const { ageing, open_invoices, payments, credits } = account
  judgeSame(
    { world, tank, kind: 'a balance is not what was billed, credited and paid', title: 'account' },
    {
      invoices: rests(open.map((bill) => [`${bill.number} due ${bill.due}`, bill.open])),
      left: rests(own.map(({ number, left }) => [number, left])),
      ...{ ...Object.fromEntries(ages), unapplied: ledger.unapplied(tank), total, listed: total },
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
      listed: cents(listed.total ?? '0'),
    },
  )
}

/** Every movement is on the statement once, and opening + charges − payments = closing. */
function judgeStatement(world: World, tank: Tank, statement: Statement): void {
  const { ledger } = world.books
  const own = ledger.postings.filter((posting) => posting.tank === tank)
  const differences = unmatched(
    own.map((one) => `${one.kind} ${one.number} of ${one.day}: ${decimal(one.amount)}`),
    statement.lines.map((one) => `${one.kind} ${one.title} of ${one.date}: ${decimal(cents(one.amount))}`),
  )
  if (differences) world.brokenFor(tank, 3, 'a statement does not show each movement once', differences)
  const [raised, lowered] = [true, false].map((isRaised) =>
    sum(own.map(({ amount }) => amount).filter((amount) => amount > 0n === isRaised)),
  )
  const { opening, charges, payments, closing } = statement
  judgeSame(
    { world, tank, kind: 'the sums of a statement are wrong', title: 'statement' },
    { opening: 0n, charges: raised!, payments: -lowered!, closing: ledger.balance(tank) },
    {
      ...{ opening: cents(opening), charges: cents(charges) },
      ...{ payments: cents(payments), closing: cents(closing) },
    },
  )
}

/** Entries that only one of two lists has, as text; empty if they have the same. */
export function unmatched(expected: readonly string[], shown: readonly string[]): string {
  const rest = [...shown]
  const missing = expected.filter((one) => {
    const at = rest.indexOf(one)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [...missing.map((one) => `missing: ${one}`), ...rest.map((one) => `not expected: ${one}`)].join('; ')
}
