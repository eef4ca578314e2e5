import type { ReactNode, Ref } from 'react'
import type { Field } from '#core/resources/field.ts'
import { webKindOf } from '#web/resources/kinds/webKinds.tsx'
import styles from './FieldGrid.module.css'

/** Fields side by side, as many as fit. */
export function FieldGrid({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) {
  return (
    <div className={styles.room} ref={ref}>
      <div className={styles.fields}>{children}</div>
    </div>
  )
}

/** The cell of a field. Multi-line inputs take the whole width; a switch is aligned with the inputs. */
export function FieldCell({ field, children }: { field: Field | undefined; children: ReactNode }) {
  const isWhole = field !== undefined && (webKindOf(field).isWide?.(field) ?? false)
  return (
    <div className={isWhole ? styles.whole : styles.field} data-is-flag={field?.kind === 'flag' || undefined}>
      {children}
    </div>
  )
}
