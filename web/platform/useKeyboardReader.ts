import { useEffect, useRef } from 'react'
import { makeKeyboardReader } from './keyboardReader.ts'

/**
 * Listens for a keyboard reader, wherever the focus is. Removes the text that it typed into a field, and stops its Enter from submitting.
 * @param isExpected whether a text is expected; any other stays where it was typed.
 */
export function useKeyboardReader(
  onRead: (value: string) => void,
  isExpected: (value: string) => boolean,
): void {
  const latest = useRef({ onRead, isExpected })
  latest.current = { onRead, isExpected }
  useEffect(() => {
    const press = makeKeyboardReader()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const read = press(event.key, event.timeStamp)
      if (read === undefined || !latest.current.isExpected(read)) return
      event.preventDefault()
      event.stopPropagation()
      takeOut(event.target, read)
      latest.current.onRead(read)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

/** React notices a changed field only if the value is set by the native setter. */
function takeOut(field: EventTarget | null, text: string): void {
  if (!(field instanceof HTMLInputElement)) return
  const at = field.value.lastIndexOf(text)
  if (at < 0) return
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  set?.call(field, field.value.slice(0, at) + field.value.slice(at + text.length))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
