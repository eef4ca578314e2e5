import { usePersistedState } from '#web/platform/usePersistedState.ts'

/** Whether the tour was offered in this browser, and answered: by starting it anywhere or by declining it. */
type Offer = 'offered' | 'answered' | 'none'

interface Tour {
  offer: Offer
  setOffer: (offer: Offer) => void
  /** Starts the tour; it is then not offered again. */
  start: () => void
}

export function useTour(): Tour {
  const [offer, setOffer] = usePersistedState<Offer>('tour', 'none')
  const start = () => {
    setOffer('answered')
    void import('#web/domains/help/startTour.ts').then((m) => m.startTour())
  }
  return { offer, setOffer, start }
}
