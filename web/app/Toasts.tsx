import { Notifications } from '@mantine/notifications'
import styles from './Layout.module.css'

/** Short messages, one above the other, below the header: that is needed meanwhile. */
export function Toasts() {
  return <Notifications position="top-center" className={styles.toasts} />
}
