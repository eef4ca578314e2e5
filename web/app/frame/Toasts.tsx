import { Notifications } from '@mantine/notifications'
import styles from './Layout.module.css'

/** Short messages, stacked, placed so that they cover neither a header nor a button. */
export function Toasts() {
  return <Notifications position="bottom-center" className={styles.toasts} />
}
