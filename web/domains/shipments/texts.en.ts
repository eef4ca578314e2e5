/** Shipments and what one does with them, in English. */
export const en = {
  add_load: 'Add a load',
  remove_load: 'Remove load {{number}}',
  load: 'Load {{number}}',
  no_loads: 'Nothing is loaded yet. Add the first load.',
  delivered: '{{litres}} L delivered',
  compartments: 'Compartments',
}
