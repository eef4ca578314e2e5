import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { FormDialog } from './FormDialog.tsx'

interface DecisionDialogProps {
  /** The decision: title and button. */
  title: string
  isReady?: boolean
  send: () => Promise<unknown>
  onClose: () => void
  /** The inputs; `errorOf` returns the server's message for a refused field. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode
}

/** A small form for a decision; it stays open with its input until the server has accepted it. */
export function DecisionDialog({ title, isReady = true, send, onClose, children }: DecisionDialogProps) {
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries()
    },
  })
  return (
    <FormDialog
      title={title}
      action={title}
      disabled={!isReady}
      loading={decide.isPending}
      onSubmit={() => isReady && decide.mutate()}
      onClose={onClose}
    >
      {children((field) => messageOf(decide.error, field))}
    </FormDialog>
  )
}
