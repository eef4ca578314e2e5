import { createContext, useContext } from 'react'

/** A possible first screen: its address, and the text key of its title. */
export interface ScreenChoice {
  path: string
  title: string
}

const Choices = createContext<readonly ScreenChoice[]>([])

/** Provides forms with the list of screens, which only the composition knows. */
export const ScreenChoices = Choices.Provider

export function useScreenChoices(): readonly ScreenChoice[] {
  return useContext(Choices)
}
