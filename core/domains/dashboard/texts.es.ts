import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  dashboard_widgets: {
    label: 'Widgets del tablero',
    single: 'Widget del tablero',
    fields: {
      name: 'Nombre',
      name_alias: 'Se muestra como',
      column_span: 'Ancho en columnas',
      permission: 'Permiso',
      active: 'Activo',
    },
    choices: {},
    sections: {},
    help: {
      column_span: 'Una fila completa tiene 12 columnas',
      permission: 'Solo los usuarios con este permiso ven el widget, por ejemplo devices.read. Vacío: todos',
    },
  },
}
