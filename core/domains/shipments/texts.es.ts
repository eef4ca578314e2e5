import type { Translation } from '#core/platform/translation.ts'
import type { en } from './texts.en.ts'

export const es: Translation<typeof en> = {
  tanker_trucks: {
    label: 'Camiones cisterna',
    single: 'Camión cisterna',
    fields: {
      truck_name: 'Nombre',
      company_id: 'Empresa',
      vehicle_type: 'Tipo de vehículo',
      driver_id: 'Conductor',
      serial: 'Número de serie',
      meter_style: 'Tipo de medidor',
      max_weight: 'Peso máximo',
      gvwr: 'Peso bruto vehicular (GVWR)',
      payload: 'Carga útil',
      num_of_compartments: 'Compartimentos',
      compartment1: 'Compartimento 1',
      compartment2: 'Compartimento 2',
      compartment3: 'Compartimento 3',
      compartment4: 'Compartimento 4',
      compartment5: 'Compartimento 5',
    },
    choices: {
      vehicle_type: { trailer: 'Remolque', truck: 'Camión' },
      meter_style: { old: 'Antiguo', new: 'Nuevo' },
    },
    sections: { vehicle: 'Vehículo', weights: 'Pesos', compartments: 'Compartimentos' },
    help: {
      max_weight: 'Lo que puede pesar el líquido en este vehículo; 0 = sin límite propio',
      payload: 'Lo que el vehículo puede llevar; 0 = no indicado',
      num_of_compartments: 'De 1 a 5',
    },
  },
}
