import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'

const GAP = 8

/** Opens a list below the error of its field, which is right below the input. */
export function useDropdownBelowError(error: ReactNode) {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const measure = useCallback(() => {
    const words = ref.current
    const box = [...(words?.parentElement?.children ?? [])].find((part) => part.querySelector('input'))
    const height =
      words && box ? words.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom : 0
    setRoom(Math.max(0, Math.ceil(height)))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error may take more lines
  useLayoutEffect(measure, [error, measure])
  return { measure, errorProps: { ref }, offset: GAP + room }
}
