import 'driver.js/dist/driver.css'
import { driver } from 'driver.js'
import i18next from 'i18next'

const STEPS = ['menu', 'search', 'help', 'account'] as const

/** Guides through the parts of the layout; parts that are not on the screen are skipped. */
export function startTour(): void {
  const t = i18next.t.bind(i18next)
  const steps = STEPS.filter((name) => document.querySelector(`[data-tour="${name}"]`)?.checkVisibility())
  driver({
    animate: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    showProgress: true,
    progressText: t('help.tour.progress', { current: '{{current}}', total: '{{total}}' }),
    nextBtnText: t('help.tour.next'),
    prevBtnText: t('help.tour.previous'),
    doneBtnText: t('help.tour.done'),
    steps: steps.map((name) => ({
      element: `[data-tour="${name}"]`,
      popover: { title: t(`help.tour.${name}`), description: t(`help.tour.${name}_why`) },
    })),
  }).drive()
}
