import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { messageOf } from '#web/ui/StepDialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'

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
    <Dialog onClose={onClose} title={title}>
      <Form noValidate aria-label={title} onSubmit={() => isReady && decide.mutate()}>
        <Stack>
          {children((field) => messageOf(decide.error, field))}
          <DialogButtons onCancel={onClose} disabled={!isReady} loading={decide.isPending}>
            {title}
          </DialogButtons>
        </Stack>
      </Form>
    </Dialog>
  )
}
