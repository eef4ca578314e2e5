import { createContext, useContext } from 'react'

/** A screen that one may begin with: its address, and the key of its title. */
export interface ScreenChoice {
  path: string
  title: string
}

const Choices = createContext<readonly ScreenChoice[]>([])

/** Tells forms which screens there are: the composition knows them, a field of an address does not. */
export const ScreenChoices = Choices.Provider

export function useScreenChoices(): readonly ScreenChoice[] {
  return useContext(Choices)
}
