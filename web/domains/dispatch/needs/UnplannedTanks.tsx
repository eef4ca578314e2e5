import { Alert, Text } from '@mantine/core'
import { useFormat } from '#web/platform/format/useFormat.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import type { Needs } from '../boardTypes.ts'
import styles from '../Dispatch.module.css'
import { needName } from '../NeedRow.tsx'
import { NeedTitle } from '../NeedTitle.tsx'

/** The number of tanks that run dry and that no round can or may fill; on demand the reason and the tanks. */
export function UnplannedTanks({ unplanned }: Pick<Needs, 'unplanned'>) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const oneOf = (names: readonly string[]) =>
    new Intl.ListFormat(language, { type: 'disjunction' }).format(names)
  return unplanned.map(({ why, total, products, tanks }) => (
    <Alert key={why} role="note" color="mild" radius={0} p="xs">
      <details>
        <Text size="sm" component="summary">
          {t(`dispatch.unplanned.${why}`, { count: total })}
        </Text>
        {why === 'no_truck' && (
          <Text size="xs">
            {t('dispatch.unplanned.no_truck_why', {
              companies: oneOf([...new Set(tanks.map(({ company_title }) => company_title))]),
              products: oneOf(products),
            })}
          </Text>
        )}
        <ul className={styles.plain}>
          {tanks.map((tank) => (
            <li key={tank.key}>
              <NeedTitle name={needName(tank)} device_id={tank.device_id} />
            </li>
          ))}
        </ul>
        {total > tanks.length && (
          <Text size="xs">{t('dispatch.unplanned.more', { count: total - tanks.length })}</Text>
        )}
      </details>
    </Alert>
  ))
}
