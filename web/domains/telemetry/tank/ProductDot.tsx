import styles from './TankCard.module.css'

/** The color of a product. */
export function ProductDot({ color }: { color: string | null }) {
  return color && <span className={styles.dot} style={{ background: color }} aria-hidden />
}
