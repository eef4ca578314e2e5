import { useTranslation } from '#web/platform/useTranslation.ts'
import { useScreenChoices } from '../../screenChoices.ts'
import { SelectInput } from '../selects/SelectInput.tsx'

interface RouteInputProps {
  /** Label, help, error and state, the same for every kind. */
  shared: object
  value: string
  set: (value: string) => void
}

/** A screen, chosen by its name. An address outside the list, such as one with filters, is not changed. */
export function RouteInput({ shared, value, set }: RouteInputProps) {
  const { t } = useTranslation()
  const choices = useScreenChoices().map(({ path, title }) => ({ value: path, label: t(title) }))
  const address = value && `/${value.replace(/^\/+/, '')}`
  const isListed = address === '' || choices.some((choice) => choice.value === address)
  return (
    <SelectInput
      {...shared}
      data={isListed ? choices : [{ value: address, label: address }, ...choices]}
      value={address || null}
      onChange={(next) => set(next ?? '')}
      searchable
      clearable
      nothingFoundMessage={t('resources.no_match')}
    />
  )
}
