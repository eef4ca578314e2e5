import { options } from '#core/domains/settings/options.ts'
import { StandardScreen } from './StandardScreen.tsx'

/** One option; its list is the way back. */
export function OptionScreen() {
  return (
    <StandardScreen.Single
      resource={options}
      listPath="/configuration/options"
      path="/configuration/option/:id?"
    />
  )
}
