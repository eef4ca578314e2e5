/** What the frame around every screen says of the account, in English. */
export const en = {
  act_as: {
    title: 'Log in as this user',
    why: 'You see what this user sees. Your own session waits for you.',
    mode: 'What for',
    view: 'To view only: nothing can be saved',
    write: 'To work for this user: what you save bears both names',
    warning: 'Viewing as a customer or vendor: nothing can be saved.',
    action: 'Log in as',
    banner_view: 'You view as {{name}}. Nothing can be saved.',
    banner_write: 'You work as {{name}}. What you save bears both names.',
  },
  is_it_you: {
    title: 'Is it you?',
    why: 'You are changing how you sign in or where you are written to. Give your present password.',
    action: 'Go on',
  },
  organisations: {
    title: 'My organizations',
    why: 'Where you may work. What you see and may do follows the one that you are in.',
    current: 'You are here',
    switch: 'Switch',
    switch_to: 'Switch to {{company}}',
  },
}
