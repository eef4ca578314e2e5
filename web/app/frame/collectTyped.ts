/**
 * Collects what is typed while the field for it is loading, and withholds it from everything else.
 * @param text typed before
 * @returns ends the collection, and returns the text
 */
export function collectTyped(text: string): () => string {
  const onKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (key === 'Escape') return stop()
    if (key === 'Backspace') text = text.slice(0, -1)
    else if (key.length === 1) text += key
    // Enter would press the button that opened the field again.
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
  }
  const stop = () => removeEventListener('keydown', onKey, true)
  addEventListener('keydown', onKey, true)
  return () => {
    stop()
    const typed = text
    text = ''
    return typed
  }
}
