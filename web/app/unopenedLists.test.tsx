import { afterEach, describe, expect, test } from 'vitest'
import { DeviceListScreen } from '#web/domains/devices/DeviceListScreen.tsx'
import { firstRequestOf } from '#web/platform/calls/firstRequests.ts'
import { forgetToken, writeToken } from '#web/platform/session/token.ts'
import { showOnPhone } from '#web/platform/testing/showOnPhone.ts'
import { StandardList } from '#web/resources/record/StandardList.tsx'
import { answering, showScreen } from '#web/resources/testing/showScreen.tsx'
import { prefetchFirstScreens } from './prefetchFirstScreens.ts'
import './kinds.ts'

const LISTS = {
  '/devices': <DeviceListScreen />,
  '/orders': <StandardList kind="transaction_documents" listPath="/orders" path="/order/:id?" />,
}

afterEach(() => {
  forgetToken()
  history.replaceState(null, '', '/')
})

describe.each(['a phone', 'a computer'])('on %s', (device) => {
  test.each(Object.entries(LISTS))(
    '%s requests first what is requested before its code has loaded',
    async (path, list) => {
      if (device === 'a phone') showOnPhone()
      const sent = answering({ 'GET /': {} })
      history.replaceState(null, '', path)
      writeToken(`${device} ${path}`, '2099-01-01')
      prefetchFirstScreens()
      showScreen(list, { at: path })
      await expect.poll(() => firstRequestOf(path)).toBeDefined()
      const early = sent.filter(({ call }) => call.includes('page_num=1'))
      expect(early.map(({ call }) => call)).toEqual([`GET ${firstRequestOf(path)}`])
    },
  )
})
