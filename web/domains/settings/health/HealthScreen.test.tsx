import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { judgeHealth } from '#core/domains/settings/health/judgeHealth.ts'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { HealthScreen } from './HealthScreen.tsx'

test('shows first what needs attention, with its figure and what to do', async () => {
  const figures = {
    ullage_disk_free_ratio: 0.08,
    ullage_oldest_mail_seconds: 1_800,
    ullage_queued_records: 3,
  }
  answering({ 'GET /system_health': { system_health: judgeHealth(figures) } })
  showScreen(<HealthScreen />)
  expect((await screen.findByText('2 parts need attention.')).getAttribute('role')).toBe('status')
  const [disk, mails, intake] = screen.getAllByRole('listitem')
  expect(disk?.textContent).toContain('8%Failing')
  expect(disk?.textContent).toContain('A full disk stops the intake')
  expect(mails?.textContent).toContain('30 minutesWarning')
  expect(within(intake!).getByText('OK')).toBeTruthy()
  expect(intake?.textContent).toContain('wait to be stored')
})

test.each([
  ['Everything works.', { ullage_backup_age_seconds: 60 }],
  ['Everything works, but this server makes no backups.', {}],
])('says: %s', async (text, figures) => {
  answering({
    'GET /system_health': { system_health: judgeHealth({ ullage_queued_records: 0, ...figures }) },
  })
  showScreen(<HealthScreen />)
  await screen.findByText(text)
})
