import { useEffect } from 'react'

const PRODUCT = 'Ullage'

/** What the browser's tab says: the record or screen first, because a tab shows little. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), PRODUCT].join(' · ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = PRODUCT
    }
  }, [title])
}
