import { useState } from 'react'
import type { AlertStep } from '#web/domains/telemetry/alert/AlertDialog.tsx'
import type { AlertRow } from '#web/domains/telemetry/alert/AlertRow.ts'
import type { Selection } from '#web/resources/list/useSelection.ts'
import type { AlertTarget } from './useAnswerAlerts.ts'

interface PendingAnswer {
  step: AlertStep
  target: AlertTarget
  count: number
}

interface Answering {
  mayAnswer: boolean
  selection: Selection<AlertRow>
  /** The shown alerts. */
  alerts: readonly AlertRow[]
}

/** Which alerts are answered, and how: the ticked ones, or else the one at the keyboard cursor. */
export function useAnswering({ mayAnswer, selection, alerts }: Answering) {
  const [pending, setPending] = useState<PendingAnswer | null>(null)
  const ask = (step: AlertStep, active: number | null = null) => {
    if (!mayAnswer || pending) return
    if (selection.all)
      return setPending({ step, target: { matching: selection.all }, count: selection.count })
    const meant =
      selection.count > 0 ? selection.records : alerts.filter(({ alert_id }) => alert_id === active)
    const items = meant
      .filter(({ status }) => status !== 'closed')
      .map(({ alert_id, updated_at }) => ({ id: alert_id, if_updated_at: updated_at }))
    if (items.length > 0) setPending({ step, target: { items }, count: items.length })
  }
  return { pending, ask, forget: () => setPending(null) }
}
