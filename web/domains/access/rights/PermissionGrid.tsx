import { Badge, Box, Checkbox, Group, Stack, Table, Text } from '@mantine/core'
import { isOfBackOffice } from '#core/domains/access/backOffice.ts'
import { usableModules } from '#core/domains/access/usableModules.ts'
import { isStaff, type LoginType } from '#core/platform/loginTypes.ts'
import { ACTIONS, MODULES, type Permission, SPECIAL_PERMISSIONS } from '#core/platform/modules.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import classes from './PermissionGrid.module.css'

/** Why a cell differs from the template; a text key below `security.permissions`. */
export type PermissionState = 'added' | 'withdrawn' | 'exempt'

interface PermissionGridProps {
  label: string
  /** The login type with these rights; modules closed to it are marked. */
  loginType: LoginType
  isHeld: (permission: Permission) => boolean
  markOf: (permission: Permission) => PermissionState | undefined
  /** Cannot be changed: the current user lacks the permission, or it needs no grant. */
  isLocked: (permission: Permission) => boolean
  onToggle: (permission: Permission) => void
}

/** Permissions as a grid: a row per module, a column per action, then the special permissions. */
export function PermissionGrid({ label, loginType, ...cell }: PermissionGridProps) {
  const { t } = useTranslation()
  const usable = usableModules(loginType)
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label={label} className={classes.grid} verticalSpacing={4} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('records.permissions.fields.module')}</Table.Th>
            {ACTIONS.map((action) => (
              <Table.Th key={action} className={classes.action}>
                {t(`permission_actions.${action}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {MODULES.map((module) => (
            <Table.Tr key={module}>
              <Table.Th scope="row" fw={500}>
                {t(`modules.${module}`)}
                {!isStaff(loginType) && !usable.has(module) && <Note of="closed" />}
                {isOfBackOffice(loginType, `${module}.read`) && <Note of="back_office" />}
              </Table.Th>
              {ACTIONS.map((action) => (
                <Cell
                  key={action}
                  {...cell}
                  permission={`${module}.${action}`}
                  label={`${t(`modules.${module}`)}: ${t(`permission_actions.${action}`)}`}
                />
              ))}
            </Table.Tr>
          ))}
          <SpecialRows {...cell} />
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Note({ of }: { of: 'closed' | 'back_office' }) {
  const { t } = useTranslation()
  return (
    <Text size="xs" c="dimmed" fw={400}>
      {t(`security.permissions.${of}`)}
    </Text>
  )
}

type CellCalls = Pick<PermissionGridProps, 'isHeld' | 'markOf' | 'isLocked' | 'onToggle'>

function SpecialRows(cell: CellCalls) {
  const { t } = useTranslation()
  return Object.values(SPECIAL_PERMISSIONS).map((permission) => {
    const name = t(`permission_actions.${permission.split('.')[1]}`)
    return (
      <Table.Tr key={permission}>
        <Table.Th scope="row" fw={500}>
          {name}
        </Table.Th>
        <Cell {...cell} permission={permission} label={name} />
        <Table.Td colSpan={ACTIONS.length - 1} />
      </Table.Tr>
    )
  })
}

interface CellProps extends CellCalls {
  permission: Permission
  label: string
}

function Cell({ permission, label, isHeld, markOf, isLocked, onToggle }: CellProps) {
  const { t } = useTranslation()
  const mark = markOf(permission)
  const markText = mark && t(`security.permissions.${mark}`)
  return (
    <Table.Td className={classes.action}>
      <Stack gap={2} align="center" className={classes.cell} data-mark={mark}>
        <Checkbox
          aria-label={markText ? `${label} (${markText})` : label}
          checked={isHeld(permission)}
          disabled={isLocked(permission)}
          onChange={() => onToggle(permission)}
        />
        {markText && (
          <Text span fz={10} lh={1.1} aria-hidden>
            {markText}
          </Text>
        )}
      </Stack>
    </Table.Td>
  )
}

/** Explains the marks of a grid. */
export function PermissionLegend({ marks }: { marks: readonly PermissionState[] }) {
  const { t } = useTranslation()
  return (
    <Stack gap={4}>
      {marks.map((mark) => (
        <Group key={mark} gap="xs" wrap="nowrap" align="flex-start">
          <Badge color="gray" variant="light" tt="none" style={{ flex: 'none' }}>
            {t(`security.permissions.${mark}`)}
          </Badge>
          <Box fz="xs">{t(`security.permissions.${mark}_why`)}</Box>
        </Group>
      ))}
    </Stack>
  )
}
