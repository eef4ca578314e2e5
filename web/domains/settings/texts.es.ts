import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

/** The page of settings, in Spanish. */
export const es = {
  find: 'Buscar un ajuste',
  none: 'Ningún ajuste tiene esto en su nombre ni en su descripción.',
  about: {
    company: 'Lo que clientes, distribuidores y proveedores leen de usted, y la zona horaria de su empresa.',
    mail: 'De quién vienen los correos de esta instalación.',
    access: 'Quién puede iniciar sesión, desde dónde y por cuánto tiempo.',
    alerts: 'Cuándo un tanque da una alerta, si no tiene niveles propios.',
    unexplained: 'Pérdidas y subidas que no explica ninguna entrega, ni el clima, ni el día de la semana.',
    services: 'Tipos de cambio y mapas de otros proveedores.',
    weather: 'Los pronósticos de consumo siguen el clima de cada tanque.',
    retention: 'Cuánto tiempo se conservan las lecturas.',
  },
} satisfies Translation<typeof en>
