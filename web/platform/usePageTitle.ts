import { useEffect, useRef } from 'react'

const PRODUCT = 'Ullage'

interface PageTitle {
  text: string
}

let ofScreen = PRODUCT
/** Titles of open parts of the screen: the last one wins. */
const within: PageTitle[] = []

function show(): void {
  document.title = within.at(-1)?.text ?? ofScreen
}

function textOf(parts: readonly (string | undefined)[]): string {
  return [...parts.filter(Boolean), PRODUCT].join(' · ')
}

/** The title of the browser's tab: record or screen first, because a tab shows little. */
export function usePageTitle(...parts: (string | undefined)[]): void {
  const text = textOf(parts)
  const title = useRef<PageTitle>({ text })
  useEffect(() => {
    const own = title.current
    within.push(own)
    show()
    return () => {
      within.splice(within.indexOf(own), 1)
      show()
    }
  }, [])
  useEffect(() => {
    title.current.text = text
    show()
  }, [text])
}

/** The title while nothing within the screen sets one. */
export function useScreenTitle(name: string | undefined): void {
  useEffect(() => {
    ofScreen = textOf([name])
    show()
    return () => {
      ofScreen = PRODUCT
      show()
    }
  }, [name])
}
