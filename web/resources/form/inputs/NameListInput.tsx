import { TagsInput } from '@mantine/core'
import type { NameListField } from '#core/resources/kinds/listKinds.ts'
import type { InputProps } from './inputProps.ts'

/** Names written by people. */
export function NameListInput({ shared, value, set }: InputProps<NameListField, string[] | '' | null>) {
  return <TagsInput {...shared} value={value || []} onChange={set} />
}
