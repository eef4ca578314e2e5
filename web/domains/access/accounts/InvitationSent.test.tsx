import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { InvitationSent } from './InvitationSent.tsx'

test.each([
  [true, 'dan@miller.example', 'The link was e-mailed to dan@miller.example.'],
  [false, 'dan@miller.example', /^No mail server is set up.*Send dan@miller.example the link yourself.$/],
  [true, null, 'This person has no e-mail address. Send them the link yourself.'],
])(
  'with a mail server %s, the inviter of %s knows whether the link was e-mailed',
  async (is_mail_ready, receiver, text) => {
    answering({ 'GET /me/channels': { channels: { is_mail_ready } } })
    showScreen(<InvitationSent invite={{ link: 'https://x/1', receiver }} onClose={() => {}} />)
    expect(await screen.findByText(text)).toBeTruthy()
  },
)
