import { expect, test } from 'vitest'
import { devicesIn, findOthers } from './onlooker.ts'

test.each([
  ['a tank', 'public_id":"H-1007"', 'H-1007'],
  ['an account', 'account_number":"C-12"', 'C-12'],
  ['a login', 'by":"customer12@world.example"', 'customer12@world.example'],
])('%s of another customer is found in an answer, and one of their own is not', (_, text, found) => {
  expect(findOthers(`{"own":"H-1003","${text}}`, 3)).toBe(found)
  expect(findOthers('{"own":"H-1003 C-3 customer3@world.example"}', 3)).toBeUndefined()
  expect(findOthers('{"own":"H-1003"}')).toBe('H-1003')
})

test.each([
  ['data: {"device_ids":[3,12],"pages":2}', [3, 12]],
  ['data: {"kind":"devices","key":"device_id","ids":[7],"pages":1}', [7]],
  ['data: {"kind":"tags","key":"tag_id","ids":[7],"pages":1}', []],
])('the devices that %s names', (news, ids) => {
  expect(devicesIn(news)).toEqual(ids)
})
