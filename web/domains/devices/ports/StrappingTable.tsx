import { ActionIcon, Button, Group, Input, ScrollArea, Table, Text, Textarea } from '@mantine/core'
import { IconClipboard, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { checkStrapping, type StrappingPair } from '#core/domains/tanks/volume/strapping.ts'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import { itemAt } from '#core/platform/lists/itemAt.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import type { PortFormState } from './usePortForm.ts'

interface StrappingTableProps {
  tank: PortFormState
  isReadOnly: boolean
}

type Row = [height: string, volume: string]

/** The strapping table of a tank, in the user's units; typed, or pasted from a spreadsheet. */
export function StrappingTable({ tank, isReadOnly }: StrappingTableProps) {
  const { t } = useTranslation()
  const { form, fields } = tank
  const [rows, setRows] = useState<Row[]>(() => rowsOf(tank.strapping, fields))
  const change = (next: Row[]) => {
    setRows(next)
    form.set({ strapping: pairsOf(next, fields) })
  }
  const problem = tank.strapping?.length ? checkStrapping(tank.strapping)[0] : undefined
  const error = form.errors.strapping ?? (problem && t(`devices.strapping.problems.${problem}`))
  return (
    <Input.Wrapper label={t('records.device_ports.fields.strapping')} error={error}>
      <ScrollArea.Autosize mah={280} my={4} viewportProps={{ tabIndex: 0 }}>
        <Table verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('devices.strapping.height', { unit: t(`units.${fields.lengthUnit}`) })}</Table.Th>
              <Table.Th>{t('devices.strapping.volume', { unit: t(`units.${fields.volumeUnit}`) })}</Table.Th>
              <Table.Th w={40} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <PairRow
                key={index}
                {...{ row, index, isReadOnly }}
                onChange={(next) => change(rows.with(index, next))}
                onRemove={() => change(rows.filter((_, at) => at !== index))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {!isReadOnly && <MoreRows onAdd={() => change([...rows, ['', '']])} onPaste={change} />}
      <Text size="xs" c="dimmed" mt={4}>
        {t('devices.strapping.rows', { count: rows.length })}
      </Text>
    </Input.Wrapper>
  )
}

interface PairRowProps {
  row: Row
  index: number
  isReadOnly: boolean
  onChange: (row: Row) => void
  onRemove: () => void
}

function PairRow({ row, index, isReadOnly, onChange, onRemove }: PairRowProps) {
  const { t } = useTranslation()
  return (
    <Table.Tr>
      {([0, 1] as const).map((cell) => (
        <Table.Td key={cell}>
          <NumberField
            size="xs"
            disabled={isReadOnly}
            aria-label={t(`devices.strapping.cell_${cell}`, { row: index + 1 })}
            value={row[cell]}
            onChange={(typed) => onChange(cell === 0 ? [typed, row[1]] : [row[0], typed])}
            {...(index === 0 && cell === 0 && { 'data-field': 'strapping' })}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <ActionIcon
          aria-label={t('devices.strapping.remove', { row: index + 1 })}
          disabled={isReadOnly}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

/** Adds a row, or replaces all by rows pasted from a spreadsheet. */
function MoreRows({ onAdd, onPaste }: { onAdd: () => void; onPaste: (rows: Row[]) => void }) {
  const { t } = useTranslation()
  const [isPasting, setIsPasting] = useState(false)
  const button = { size: 'compact-sm', variant: 'default' } as const
  return (
    <>
      <Group gap="xs">
        <Button {...button} leftSection={<IconPlus size={14} />} onClick={onAdd}>
          {t('devices.strapping.add')}
        </Button>
        <Button
          {...button}
          leftSection={<IconClipboard size={14} />}
          aria-expanded={isPasting}
          onClick={() => setIsPasting(!isPasting)}
        >
          {t('devices.strapping.paste')}
        </Button>
      </Group>
      {isPasting && (
        <Textarea
          mt="xs"
          label={t('devices.strapping.paste_help')}
          autosize
          minRows={3}
          maxRows={6}
          onChange={(event) => {
            const pasted = rowsIn(event.currentTarget.value)
            if (pasted.length > 0) onPaste(pasted)
          }}
        />
      )}
    </>
  )
}

function rowsIn(text: string): Row[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().split(/[\t;]|\s{2,}|, |\s/))
    .filter((cells) => cells.length >= 2 && cells[0] !== '' && Number.isFinite(Number(cells[0])))
    .map((cells) => [firstOf(cells), itemAt(cells, 1)])
}

type Units = Pick<PortFormState['fields'], 'lengthInMm' | 'volumeInLitres'>

function rowsOf(pairs: readonly StrappingPair[] | null, { lengthInMm, volumeInLitres }: Units): Row[] {
  if (!pairs?.length)
    return [
      ['0', '0'],
      ['', ''],
    ]
  return pairs.map(([height, volume]) => [plain(height / lengthInMm), plain(volume / volumeInLitres)])
}

function pairsOf(rows: readonly Row[], { lengthInMm, volumeInLitres }: Units): StrappingPair[] {
  return rows
    .filter(([height, volume]) => height.trim() !== '' && volume.trim() !== '')
    .map(([height, volume]) => [
      rounded(Number(height) * lengthInMm),
      rounded(Number(volume) * volumeInLitres),
    ])
}

function plain(value: number): string {
  return String(Number(value.toFixed(3)))
}

function rounded(value: number): number {
  return Number(value.toFixed(4))
}
