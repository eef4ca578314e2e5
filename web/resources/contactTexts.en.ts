/** Contacts and notes of a record, in English: the first screen does without them. */
export const en = {
  contacts: {
    add_phones: 'Add a phone',
    add_emails: 'Add an e-mail',
    add_addresses: 'Add an address',
    edit: 'Change {{what}}',
    view: 'Show {{what}}',
    delete: 'Delete {{what}}',
    extension: 'ext. {{extension}}',
    text_to: 'Text {{what}}',
    map_of: '{{what}} on the map',
    select_address: 'Choose an address',
    take_address: 'Use this address',
    no_address: 'No address yet',
    company_first: 'Choose the company first.',
    new_primary: 'Which one becomes the primary one?',
    title: 'Contact',
  },
  notes: {
    add: 'Add a note',
    placeholder: 'What the next person should know…',
    edit: 'Change the note of {{who}}',
    delete: 'Delete the note of {{who}}',
    delete_sure: 'Delete this note?',
    none: 'No notes yet',
    changed: 'changed',
  },
}
