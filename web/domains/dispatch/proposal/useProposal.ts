import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import type {
  acceptProposal,
  changeProposal,
  proposeAgain,
  readProposal,
} from '#core/domains/dispatch/proposalCalls.ts'
import { shipment_planners } from '#core/domains/shipments/shipment_planners.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { request } from '#web/platform/calls/request.ts'
import { toast, toastRefusal } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ProposalState, ProposedRound } from '../boardTypes.ts'

/** Under the shipments: loads that others add to trucks change the proposal. */
const KEY = [shipment_planners.name, 'dispatch_proposal']
/** Poll intervals in ms: during a search, and to notice one that another user has started. */
const WHILE_SEARCHING = 1000
const OTHERWISE = 60_000

/** The proposal, the progress of a search, and the actions of a dispatcher. */
export function useProposal(nameOf: (truck_id: number) => string) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const found = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request<typeof readProposal>('GET', '/dispatch/proposal', { signal }),
    refetchInterval: ({ state }) => (state.data?.run ? WHILE_SEARCHING : OTHERWISE),
  })
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await work()
    } catch (failure) {
      toastRefusal(failure)
    }
    setIsBusy(false)
  }
  const keep = async (state: ProposalState) => {
    await client.cancelQueries({ queryKey: KEY })
    client.setQueryData(KEY, state)
  }
  return {
    state: found.data,
    isLoading: found.isLoading,
    isBusy,
    propose: (body: SentTo<typeof proposeAgain>['body']) =>
      run(async () => keep(await request<typeof proposeAgain>('POST', '/dispatch/proposal', { body }))),
    change: (body: SentTo<typeof changeProposal>['body']) =>
      run(async () => keep(await request<typeof changeProposal>('PATCH', '/dispatch/proposal', { body }))),
    /** Without rounds, all of them. */
    accept: (rounds?: readonly Pick<ProposedRound, 'truck_id' | 'day'>[]) =>
      run(async () => {
        const body = rounds ? { rounds: rounds.map(({ truck_id, day }) => ({ truck_id, day })) } : {}
        const accepted = await request<typeof acceptProposal>('POST', '/dispatch/proposal/accept', { body })
        reportAccepted(accepted, nameOf, t)
        await client.invalidateQueries({ queryKey: [shipment_planners.name] })
      }),
  }
}

type Accepted = ResponseOf<typeof acceptProposal>

/** Reports how many rounds were accepted, and which were refused. */
function reportAccepted({ rounds }: Accepted, nameOf: (truck_id: number) => string, t: TFunction) {
  const made = rounds.filter(({ shipment_id }) => shipment_id !== null)
  const left = rounds.reduce((sum, { left_out }) => sum + left_out, 0)
  if (made.length > 0 || left > 0) {
    const done = [
      t('dispatch.proposal.accepted', { count: made.length }),
      left > 0 && t('dispatch.proposal.not_accepted', { count: left }),
    ]
    toast(done.filter(Boolean).join('. '), left > 0 ? 'warning' : 'success')
  }
  for (const { truck_id, refused } of rounds) {
    if (refused) toast(`${nameOf(truck_id)}: ${refused}`, 'error')
  }
}

export type ProposalWork = ReturnType<typeof useProposal>
