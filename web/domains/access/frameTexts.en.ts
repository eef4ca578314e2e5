/** Texts about the account in the frame of every screen, in English. */
export const en = {
  act_as: {
    title: 'Log in as this user',
    why: 'You see what this user sees. You can switch back to your own session at any time.',
    mode: 'Purpose',
    view: 'To view only: nothing can be saved',
    write: 'To work for this user: changes are recorded under both names',
    warning: 'Nothing can be saved while you view as this user.',
    action: 'Log in as',
    banner_view: 'You are viewing as {{name}}. Nothing can be saved.',
    banner_write: 'You are working as {{name}}. Changes are recorded under both names.',
  },
  is_it_you: {
    title: 'Is this you?',
    why: 'You are changing your sign-in or contact details. Enter your current password.',
    action: 'Continue',
  },
  organisations: {
    title: 'My organizations',
    why: 'The organizations you can work in. Your permissions depend on the one you choose.',
    current: 'You are here',
    switch: 'Switch',
    switch_to: 'Switch to {{company}}',
  },
}
