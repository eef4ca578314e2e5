import { Button, Stack } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form } from '#web/ui/Form.tsx'
import { BottomBar } from '../BottomBar.tsx'
import styles from '../MyDay.module.css'

interface StepFormProps {
  /** The label of the main button. */
  label: string
  isWhole?: boolean
  /** Focuses the first empty field. */
  isTypedFirst?: boolean
  onDone: () => void
  children: ReactNode
}

const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file], [readonly], :disabled)'

/**
 * One step of a stop, with the main button at the bottom. "Next" on the phone's keyboard goes to the next empty field, and
 * after the last one submits, so that the driver can stay on the keyboard.
 */
export function StepForm({ label, isWhole = true, isTypedFirst = false, onDone, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isTypedFirst) emptyField(form.current)?.focus({ preventScroll: true })
  }, [isTypedFirst])
  const goOn = (event: KeyboardEvent) => {
    const { key, target } = event
    if (key !== 'Enter' || !(target instanceof Element) || !target.matches(FIELDS)) return
    const next = emptyField(form.current, target)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <Form
      ref={form}
      noValidate
      onKeyDown={goOn}
      onSubmit={() => {
        if (isWhole) onDone()
      }}
    >
      <Stack>
        {children}
        <BottomBar>
          <Button type="submit" className={styles.main} disabled={!isWhole}>
            {label}
          </Button>
        </BottomBar>
      </Stack>
    </Form>
  )
}

function emptyField(form: HTMLFormElement | null, after?: Element): HTMLInputElement | undefined {
  const fields = [...(form?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])]
  const behind = after instanceof HTMLInputElement ? fields.slice(fields.indexOf(after) + 1) : fields
  return behind.find(({ value }) => value === '')
}
