import { Center, Loader } from '@mantine/core'
import { useEffect, useState } from 'react'

const LONGEST = 120_000

/**
 * Only while the code of a screen is on its way; what a screen waits for has skeletons of its own. Code that has not
 * come after two minutes does not come any more: the boundary around it says so, and what can be done.
 */
export function Waiting() {
  const [isTooLong, setIsTooLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTooLong(true), LONGEST)
    return () => clearTimeout(timer)
  }, [])
  if (isTooLong) throw new Error('ChunkLoadError: the code of this screen did not arrive within 120 s')
  return (
    <Center h="60vh">
      <Loader type="dots" />
    </Center>
  )
}
