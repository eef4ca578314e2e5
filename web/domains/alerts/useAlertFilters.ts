import { useSearchParams } from 'react-router'

/** What the list of alerts is asked for, as its address says. */
export function useAlertFilters() {
  const [params, setParams] = useSearchParams()
  const set = (name: 'status' | 'level' | 'page_num', value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (name !== 'page_num') next.delete('page_num')
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return {
    status: params.get('status') ?? 'open',
    level: params.get('level'),
    device_id: params.get('device_id'),
    page: Math.max(1, Number(params.get('page_num')) || 1),
    set,
  }
}
