import type { OptionField } from '#core/resources/kinds/option.ts'
import { useOptionList } from './useOptionList.ts'
import type { CellProps, WebKind } from './webKind.ts'

export const option: WebKind<OptionField> = {
  Cell: OptionCell,
}

/** A choice of a list that users maintain, by its name. */
function OptionCell({ field, value }: CellProps<OptionField>) {
  const { data } = useOptionList(field.list)
  return <>{data?.find((one) => one.value === value)?.label ?? String(value)}</>
}
