import { useEffect, useRef } from 'react'
import { makeKeyboardReader } from './keyboardReader.ts'

/**
 * Hears a reader that types, wherever the focus is. What it typed into a field is taken out of it again, and its Enter
 * sends nothing off.
 * @param isWanted whether a text is one that is waited for; any other stays where it was typed.
 */
export function useKeyboardReader(
  onRead: (value: string) => void,
  isWanted: (value: string) => boolean,
): void {
  const heard = useRef({ onRead, isWanted })
  heard.current = { onRead, isWanted }
  useEffect(() => {
    const press = makeKeyboardReader()
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
      const read = press(event.key, event.timeStamp)
      if (read === undefined || !heard.current.isWanted(read)) return
      event.preventDefault()
      event.stopPropagation()
      takeOut(event.target, read)
      heard.current.onRead(read)
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [])
}

/** React hears of a changed field only when it is set past React's own setter. */
function takeOut(field: EventTarget | null, text: string): void {
  if (!(field instanceof HTMLInputElement)) return
  const at = field.value.lastIndexOf(text)
  if (at < 0) return
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  set?.call(field, field.value.slice(0, at) + field.value.slice(at + text.length))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
