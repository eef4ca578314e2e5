import { firstOf } from '#core/platform/lists/firstOf.ts'

/** First level of the topics of devices that report directly. */
const OWN = 'ullage'

/** Whether a network may subscribe to a topic filter: its first level is fixed and differs from our own devices' topics. */
export function isNetworkTopic(filter: string): boolean {
  const levels = filter.split('/')
  const first = firstOf(levels)
  const isPlaced = levels.every((level, index) => {
    if (level === '#') return index === levels.length - 1
    return level === '+' || !/[+#]/.test(level)
  })
  return isPlaced && filter !== '' && !/^([+#]|\$.*)$/.test(first) && first !== OWN
}

/** Whether a topic matches a filter (MQTT 5, 4.7). */
export function matchesTopic(filter: string, topic: string): boolean {
  const levels = topic.split('/')
  const parts = filter.split('/')
  if (parts.at(-1) !== '#' && parts.length !== levels.length) return false
  return parts.every(
    (level, index) => level === '#' || (index < levels.length && (level === '+' || level === levels[index])),
  )
}

/** The level of a topic at the first `+` of its filter: the device of a message that names none. */
export function deviceOfTopic(filter: string, topic: string): string | null {
  const at = filter.split('/').indexOf('+')
  return topic.split('/')[at] || null
}
