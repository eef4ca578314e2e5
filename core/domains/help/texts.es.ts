import { localeNames } from '#core/platform/texts/localeNames.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  help_articles: {
    label: 'Artículos de ayuda',
    single: 'Artículo de ayuda',
    fields: {
      module: 'Acerca de',
      display_name: 'Nombre en la lista',
      title: 'Título',
      language: 'Escrito en',
      body: 'Texto',
      helpful: 'Útil',
      unhelpful: 'No útil',
    },
    choices: {
      module: {
        general: 'General',
        dashboard: 'Tablero',
        alerts: 'Alertas',
        companies: 'Empresas',
        devices: 'Dispositivos',
        tags: 'Etiquetas de dispositivos',
        people: 'Personas',
        users: 'Usuarios',
        tank_products: 'Productos de tanque',
        tanker_trucks: 'Camiones cisterna',
        subscriptions: 'Suscripciones',
        transaction_documents: 'Pedidos',
        shipment_planners: 'Envíos',
        work_orders: 'Órdenes de trabajo',
        dashboard_widgets: 'Widgets del tablero',
        configuration: 'Configuración',
        bank_accounts: 'Cuentas bancarias',
        chart_of_accounts: 'Plan de cuentas',
        permissions: 'Permisos',
        help_articles: 'Artículos de ayuda',
        data_imports: 'Importaciones de datos',
        developer_tools: 'Herramientas de desarrollo',
      },
      language: localeNames,
    },
    sections: {},
    help: { display_name: 'Corto: aparece en la lista de artículos' },
  },
}
