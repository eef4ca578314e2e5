import { expect, test } from 'vitest'
import { deviceOfTopic, isNetworkTopic, matchesTopic } from './networkTopic.ts'

test.each(['application/+/device/+/event/up', 'v3/tanks@ttn/devices/+/up', 'spBv1.0/Plant/#', '/a', 'a'])(
  '%s is a topic of a network',
  (topic) => expect(isNetworkTopic(topic)).toBe(true),
)

test.each(['#', '+/up', 'ullage/+/up', 'ullage/#', '$SYS/#', '$share/x/a', 'a/b#', 'a/#/b', 'a/b+', ''])(
  '%s is none',
  (topic) => expect(isNetworkTopic(topic)).toBe(false),
)

test('filters match as in MQTT 5, 4.7', () => {
  expect(matchesTopic('sport/+/player', 'sport/tennis/player')).toBe(true)
  expect(matchesTopic('sport/#', 'sport/tennis/player')).toBe(true)
  expect(matchesTopic('sport/#', 'sport')).toBe(true)
  expect(matchesTopic('sport/+', 'sport')).toBe(false)
  expect(matchesTopic('sport/+', 'sport/a/b')).toBe(false)
  expect(matchesTopic('sport/a', 'sport/b')).toBe(false)
})

test('the first + of a filter stands for the device', () => {
  expect(deviceOfTopic('plant/+/level', 'plant/TANK-7/level')).toBe('TANK-7')
  expect(deviceOfTopic('plant/+/+', 'plant/TANK-7/level')).toBe('TANK-7')
  expect(deviceOfTopic('plant/+/level', 'plant//level')).toBeNull()
  expect(deviceOfTopic('plant/#', 'plant/TANK-7/level')).toBeNull()
})
