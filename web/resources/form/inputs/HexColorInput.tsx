import '@mantine/core/styles/ColorPicker.css'
import '@mantine/core/styles/ColorInput.css'
import { ColorInput } from '@mantine/core'
import type { TextField } from '#core/resources/kinds/textKinds.ts'
import type { InputProps } from './inputProps.ts'

/** A color, chosen or typed: "#1f56c3". */
export function HexColorInput({ shared, value, set }: InputProps<TextField>) {
  return (
    <ColorInput
      {...shared}
      format="hex"
      withEyeDropper={false}
      value={value == null ? '' : String(value)}
      onChange={set}
    />
  )
}
