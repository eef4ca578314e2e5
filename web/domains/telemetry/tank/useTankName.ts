import { placeName } from '#core/domains/devices/placeName.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface Named {
  label: string | null
  public_id: string
  product: string | null
  port_number: number | null
}

/** The name of a tank: place and product, "Kearney · Diesel #2". */
export function useTankName(): (tank: Named) => string {
  const { t } = useTranslation()
  return (tank) => {
    const content =
      tank.product ?? (tank.port_number === null ? null : t('telemetry.port', { port: tank.port_number }))
    return placeName({ ...tank, products: [content] })
  }
}
