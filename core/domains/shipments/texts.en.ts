import type { ResourceTexts } from '#core/resources/texts.ts'
import type { tanker_trucks } from './tanker_trucks.ts'

export const en = {
  tanker_trucks: {
    label: 'Tanker trucks',
    single: 'Tanker truck',
    fields: {
      truck_name: 'Name',
      company_id: 'Company',
      vehicle_type: 'Vehicle type',
      driver_id: 'Driver',
      serial: 'Serial number',
      meter_style: 'Meter style',
      max_weight: 'Maximum weight',
      gvwr: 'Gross vehicle weight rating (GVWR)',
      payload: 'Payload',
      num_of_compartments: 'Compartments',
      compartment1: 'Compartment 1',
      compartment2: 'Compartment 2',
      compartment3: 'Compartment 3',
      compartment4: 'Compartment 4',
      compartment5: 'Compartment 5',
    },
    choices: {
      vehicle_type: { trailer: 'Trailer', truck: 'Truck' },
      meter_style: { old: 'Old', new: 'New' },
    },
    sections: { vehicle: 'Vehicle', weights: 'Weights', compartments: 'Compartments' },
    help: {
      max_weight: 'What the liquid may weigh on this vehicle; 0 = no limit of its own',
      payload: 'What the vehicle can carry; 0 = not told',
      num_of_compartments: '1 to 5',
    },
  } satisfies ResourceTexts<typeof tanker_trucks>,
}
