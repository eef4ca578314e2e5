import { useEffect } from 'react'

/** Returns the focus that keyboard users lose; its code is fetched when something has the focus. */
export function useReturnFocus(): void {
  useEffect(() => {
    let end = () => {}
    const begin = ({ target }: FocusEvent) =>
      import('./returnFocus.ts').then(
        ({ returnFocus }) => {
          end = returnFocus(target)
        },
        // Without it the browser keeps the place, but not the focus.
        () => {},
      )
    document.addEventListener('focusin', begin, { once: true })
    return () => {
      document.removeEventListener('focusin', begin)
      end()
    }
  }, [])
}
