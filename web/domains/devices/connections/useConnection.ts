import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  linkConnectionDevice,
  listConnectionDevices,
  listUnreadUplinks,
  makeConnectionAddress,
  readUplinksAgain,
} from '#core/domains/telemetry/connectionCalls.ts'
import type { ResponseOf, SentTo } from '#core/platform/defineCall.ts'
import { reading, request } from '#web/platform/calls/request.ts'

export type ConnectionDevice = ResponseOf<typeof listConnectionDevices>['connection_devices'][number]
export type UnreadUplink = ResponseOf<typeof listUnreadUplinks>['unread_uplinks'][number]

const KEY = 'connection_uplinks'

/** The devices that reported over a connection, the unknown ones first. */
export function useConnectionDevices(connection_id: number) {
  return useQuery({
    queryKey: [KEY, connection_id, 'devices'],
    queryFn: reading<typeof listConnectionDevices>('/connections/:connection_id/devices', {
      params: { connection_id },
    }),
    select: ({ connection_devices }) => connection_devices,
  })
}

/** The newest uplinks of a connection that could not be read. */
export function useUnreadUplinks(connection_id: number) {
  return useQuery({
    queryKey: [KEY, connection_id, 'unread'],
    queryFn: reading<typeof listUnreadUplinks>('/connections/:connection_id/unread', {
      params: { connection_id },
    }),
  })
}

/** Creates the address, links devices and reads uplinks again. */
export function useChangeConnection(connection_id: number) {
  const client = useQueryClient()
  const params = { connection_id }
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [KEY, connection_id] }),
      client.invalidateQueries({ queryKey: ['connections'] }),
    ])
  const readAgain = (device_key?: string) =>
    request<typeof readUplinksAgain>('POST', '/connections/:connection_id/read_again', {
      params,
      body: device_key === undefined ? {} : { device_key },
    })
  return {
    makeAddress: useMutation({
      mutationFn: () =>
        request<typeof makeConnectionAddress>('PATCH', '/connections/:connection_id/address', { params }),
      onSuccess,
    }),
    link: useMutation({
      mutationFn: async (body: SentTo<typeof linkConnectionDevice>['body']) => {
        await request<typeof linkConnectionDevice>('POST', '/connections/:connection_id/devices', {
          params,
          body,
        })
        if (body.device_id !== null) await readAgain(body.device_key)
      },
      onSuccess,
    }),
    readAgain: useMutation({ mutationFn: () => readAgain(), onSuccess }),
  }
}
