import { useEffect, useRef } from 'react'
import { devices } from '#core/domains/devices/devices.ts'
import { transaction_documents } from '#core/domains/orders/transaction_documents.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { RecordInput } from '#web/resources/form/selects/RecordInput.tsx'
import { SelectInput } from '#web/resources/form/selects/SelectInput.tsx'
import { useNewChoice } from '#web/resources/form/selects/useNewChoice.ts'
import type { FieldInputProps } from '#web/resources/record/recordKind.ts'
import { isForTank, type Line, linesAfter, useProposal } from './tankLines.ts'
import { type TankOption, useTankOptions } from './useTankOptions.ts'

type TankInputProps = FieldInputProps<typeof transaction_documents>

/** The device of an order. On a new order one of its tanks, which proposes the line that fills it. */
export function TankInput(props: TankInputProps) {
  if (props.form.isNew) return <NewTankInput {...props} />
  return <RecordInput {...props} resource={transaction_documents} to={devices} />
}

function NewTankInput({ name, form, isReadOnly }: TankInputProps) {
  const { t } = useTranslation()
  const { company_id, device_id } = form.values
  const { options, whole, areRead, onSearchChange } = useTankOptions(company_id, device_id)
  const lines = (form.values.details ?? []) as readonly Line[]
  const propose = useProposal()
  const choose = ({ device_id, tank }: Pick<TankOption, 'device_id' | 'tank'>) =>
    form.set({ device_id, details: linesAfter(lines, tank && propose ? propose([tank]) : []) })
  const only = company_id && !device_id && areRead && options.length === 1 ? options[0] : undefined
  useOnly(propose && only, choose)
  const newChoice = useNewChoice(devices, { company_id, set: (id) => choose({ device_id: id }) })
  const chosen = chosenIn(options, device_id, lines) ?? whole
  return (
    <SelectInput
      label={t('orders.tank')}
      error={form.errors[name]}
      withAsterisk
      disabled={isReadOnly}
      data-field={name}
      searchable
      onSearchChange={onSearchChange}
      newChoice={newChoice}
      data={chosen && !options.includes(chosen) ? [chosen, ...options] : options}
      value={chosen?.value ?? null}
      onChange={(value) => {
        const option = options.find((item) => item.value === value)
        if (option) choose(option)
      }}
    />
  )
}

/** Chooses the only tank of a customer. */
function useOnly(only: TankOption | undefined, choose: (only: TankOption) => void): void {
  const latest = useRef({ only, choose })
  latest.current = { only, choose }
  const value = only?.value
  useEffect(() => {
    const { only, choose } = latest.current
    if (value !== undefined && only) choose(only)
  }, [value])
}

/** The tank of the lines. A device with several tanks is chosen as a whole until a line names one. */
function chosenIn(
  options: readonly TankOption[],
  device_id: unknown,
  lines: readonly Line[],
): TankOption | undefined {
  const own = device_id ? options.filter((option) => option.device_id === Number(device_id)) : []
  if (own.length === 1) return own[0]
  return (
    own.find(({ tank }) => tank && lines.some((line) => isForTank(line, tank.device_ports_id))) ??
    own.find(({ tank }) => tank?.product_id && lines.some((line) => line.product_id === tank.product_id))
  )
}
