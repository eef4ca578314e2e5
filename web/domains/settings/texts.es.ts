import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

/** The page of settings, in Spanish. */
export const es = {
  find: 'Buscar un ajuste',
  none: 'No se encontraron ajustes.',
  about: {
    company: 'Cómo lo ven los clientes, distribuidores y proveedores, y la zona horaria de su empresa.',
    mail: 'El remitente de los correos.',
    access: 'Reglas de acceso: quién, desde dónde y por cuánto tiempo.',
    alerts: 'Niveles de alerta de los tanques sin niveles propios.',
    unexplained: 'Pérdidas y subidas que no explica ninguna entrega, ni el clima, ni el día de la semana.',
    services: 'Tipos de cambio y mapas de otros proveedores.',
    weather: 'Los pronósticos de consumo siguen el clima de cada tanque.',
    retention: 'Cuánto tiempo se conservan las lecturas.',
  },
} satisfies Translation<typeof en>
