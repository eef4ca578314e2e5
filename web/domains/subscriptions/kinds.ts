import { lazy } from 'react'
import { subscriptions } from '#core/domains/subscriptions/subscriptions.ts'
import type { Kinds } from '#web/resources/kind.ts'
import type { ListKind } from '#web/resources/list/listKind.ts'
import type { RecordKind } from '#web/resources/record/recordKind.ts'
import type { ShownRecord } from '#web/resources/recordIn.ts'

const SubscriptionState = lazy(() =>
  import('./SubscriptionState.tsx').then((m) => ({ default: m.SubscriptionState })),
)

/** The columns and facts other than the state. */
const FACTS = ['company_id', 'device_seats', 'amount', 'term_length', 'period_start', 'period_end']

/** Its status and whether it has expired are one state. */
const list: ListKind = {
  columns: {
    status: {
      text: 'records.subscriptions.fields.status',
      sort: 'status',
      isState: true,
      Cell: SubscriptionState,
      needs: ['status', 'expired'],
      inFiles: ['status', 'expired'],
    },
  },
  // Cards of narrow screens cut what comes last.
  standard: ['company_id', 'plan_name', 'status', 'paid', ...FACTS.slice(1)],
}

const record: RecordKind<ShownRecord<typeof subscriptions>> = {
  Header: SubscriptionState,
  facts: FACTS,
  readAs: { status: null },
}

export const kinds: Kinds = { [subscriptions.name]: { list, record } }
