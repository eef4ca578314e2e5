import { es as alertKinds } from '#core/domains/alerts/texts.es.ts'
import { mergeTexts } from '#core/platform/texts/mergeTexts.ts'
import { es as shared } from '#core/platform/texts/texts.es.ts'
import type { Translation } from '#core/platform/texts/translation.ts'
import { es as security } from '#web/domains/access/frameTexts.es.ts'
import { es as alerts } from '#web/domains/alerts/texts.es.ts'
import { es as dashboard } from '#web/domains/dashboard/texts.es.ts'
import { es as help } from '#web/domains/help/texts.es.ts'
import { es as notifications } from '#web/domains/notifications/frameTexts.es.ts'
import { es as shipments } from '#web/domains/shipments/widgets/texts.es.ts'
import { es as telemetry } from '#web/domains/telemetry/texts.es.ts'
import { es as ui } from '#web/platform/texts.es.ts'
import { es as resources } from '#web/resources/texts.es.ts'
import type { firstEnglish } from './firstEnglish.ts'
import { es as signInPage } from './signInTexts.es.ts'
import { es as app } from './texts.es.ts'

/** The texts of `firstEnglish` in Spanish. */
export const firstSpanish: Translation<typeof firstEnglish> = mergeTexts({
  shared,
  app,
  signInPage,
  parts: { ui, resources, security, alerts, dashboard, notifications, shipments, telemetry, help },
  names: {
    records: {
      ...alertKinds,
      customers: { label: 'Clientes', single: 'Cliente' },
      sites: { label: 'Sitios', single: 'Sitio' },
      tags: { label: 'Etiquetas de dispositivos' },
      transaction_documents: { label: 'Pedidos' },
      people: { label: 'Personas', single: 'Persona' },
      users: { label: 'Usuarios' },
      shipment_planners: {
        label: 'Envíos',
        choices: {
          status_id: { 1: 'Borrador', 2: 'En ruta', 3: 'Entregado', 4: 'Finalizado', 5: 'Cancelado' },
        },
      },
      delivery_checks: { label: 'Entregas por revisar' },
      subscriptions: { label: 'Suscripciones' },
      tanker_trucks: { label: 'Camiones cisterna' },
      tank_products: { label: 'Productos de tanque', single: 'Producto de tanque' },
      work_orders: { label: 'Órdenes de trabajo' },
      vendors: { label: 'Proveedores', single: 'Proveedor' },
      tax_codes: { label: 'Impuestos', single: 'Impuesto' },
      shipping_carriers: { label: 'Transportistas', single: 'Transportista' },
      devices: { label: 'Dispositivos', single: 'Dispositivo' },
    },
  },
})
