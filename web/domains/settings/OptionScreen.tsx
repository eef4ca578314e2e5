import { options } from '#core/domains/settings/options.ts'
import { StandardRecord } from '#web/resources/record/StandardRecord.tsx'

/** One option; the way back is its list. */
export function OptionScreen() {
  return (
    <StandardRecord kind={options.name} listPath="/configuration/options" path="/configuration/option/:id?" />
  )
}
