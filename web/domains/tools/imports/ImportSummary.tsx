import { Paper, Table } from '@mantine/core'
import { device_ports } from '#core/domains/devices/device_ports.ts'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { ImportLog } from './useImport.ts'

/** Numbers of records that a file of several kinds creates, and the existing records that it names. */
export function ImportSummary({ log }: { log: ImportLog }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const nameOf = (kind: string) =>
    kind === device_ports.name ? t('tools.imports.tanks') : t(`records.${kind}.label`)
  return (
    <Paper maw={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('tools.imports.part')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('tools.imports.part_new')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('tools.imports.part_known')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {log.summary.map(({ kind, made, found }) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row">{nameOf(kind)}</Table.Th>
              <Table.Td ta="end">{number(made, 0)}</Table.Td>
              <Table.Td ta="end">{number(found, 0)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
