import type { Translation } from '#core/platform/texts/translation.ts'
import type { en } from './contactTexts.en.ts'

/** Contacts and notes of a record, in Spanish. */
export const es: Translation<typeof en> = {
  contacts: {
    add_phones: 'Agregar un teléfono',
    add_emails: 'Agregar un correo',
    add_addresses: 'Agregar una dirección',
    edit: 'Cambiar {{what}}',
    view: 'Mostrar {{what}}',
    delete: 'Eliminar {{what}}',
    extension: 'ext. {{extension}}',
    text_to: 'Enviar un mensaje a {{what}}',
    map_of: '{{what}} en el mapa',
    select_address: 'Elegir una dirección',
    take_address: 'Usar esta dirección',
    no_address: 'Aún no hay direcciones',
    company_first: 'Elija primero la empresa.',
    new_primary: '¿Cuál pasa a ser el principal?',
    title: 'Contacto',
  },
  notes: {
    add: 'Agregar una nota',
    placeholder: 'Lo que debe saber quien venga después…',
    edit: 'Cambiar la nota de {{who}}',
    delete: 'Eliminar la nota de {{who}}',
    delete_sure: '¿Eliminar esta nota?',
    none: 'Aún no hay notas',
    changed: 'cambiada',
  },
}
