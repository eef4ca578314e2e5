import { Center, Loader } from '@mantine/core'

/** Only while the code of a screen is on its way; what a screen waits for has skeletons of its own. */
export function Waiting() {
  return (
    <Center h="60vh">
      <Loader type="dots" />
    </Center>
  )
}
