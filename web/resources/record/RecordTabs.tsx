import { Skeleton, Stack, Tabs } from '@mantine/core'
import type { TFunction } from 'i18next'
import { lazy, Suspense, useState } from 'react'
import { firstOf } from '#core/platform/lists/firstOf.ts'
import type { Resource } from '#core/resources/definition.ts'
import { useMay } from '#web/platform/session/session.tsx'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { ResourceForm } from '#web/resources/form/ResourceForm.tsx'
import type { AnyRecord } from '#web/resources/useRecords.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { LatestChanges } from './history/LatestChanges.tsx'
import styles from './RecordTabs.module.css'
import type { RecordKind, RecordTab } from './recordKind.ts'

const HistoryList = lazy(() => import('./history/HistoryList.tsx').then((m) => ({ default: m.HistoryList })))

interface RecordTabsProps {
  resource: Resource
  kind: RecordKind | undefined
  record: AnyRecord
  /** The open tab, as in the address. */
  open: string | undefined
  /** Called with an empty name for the first tab, which has the address of the record. */
  onOpen: (tab: string) => void
  onSaved: (record: AnyRecord) => void
}

/** The tabs of a record's screen: its form, the tabs of its kind, its history. */
export function RecordTabs({ resource, kind, record, open, onOpen, onSaved }: RecordTabsProps) {
  const { t } = useTranslation()
  const may = useMay()
  const own = (kind?.tabs ?? []).filter(({ isFor }) => isFor?.(may, record) ?? true)
  const id = String(record[resource.id])
  // A record of a company above has its history there.
  const hasHistory = record.is_offered !== 1
  const tabs = tabsOf(own, hasHistory, t)
  const first = firstOf(tabs).name
  const value = tabs.find(({ name }) => name === open)?.name ?? first
  const go = (tab: string) => onOpen(tab === first ? '' : tab)
  // Drawn when first opened, and mounted from then on: it may hold changes.
  const [isForm, setIsForm] = useState(false)
  if (value === 'details' && !isForm) setIsForm(true)
  return (
    <Tabs value={value} onChange={(tab) => go(tab ?? value)} keepMounted={false}>
      <TabBar open={value} tabs={tabs} onOpen={go} />
      <Tabs.Panel value="details" keepMounted>
        {isForm && (
          <Details
            {...{ resource, kind, record, onSaved }}
            onShowAll={hasHistory ? () => go('history') : undefined}
          />
        )}
      </Tabs.Panel>
      {own.map(({ name, Panel }) => (
        <Tabs.Panel key={name} value={name}>
          <Suspense fallback={<Skeleton h="70vh" />}>
            <Panel record={record} />
          </Suspense>
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="history">
        <Suspense fallback={<Skeleton h={360} />}>
          <HistoryList resource={resource} id={id} record={record} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  )
}

interface DetailsProps extends Pick<RecordTabsProps, 'resource' | 'kind' | 'record' | 'onSaved'> {
  /** Undefined without a history. */
  onShowAll: (() => void) | undefined
}

function Details({ resource, kind, record, onSaved, onShowAll }: DetailsProps) {
  return (
    <div className={styles.withAside}>
      <Stack gap="md">
        <ResourceForm {...{ record, onSaved, kind }} resource={kind?.formOf?.(false) ?? resource} />
        <Suspense>{kind?.Below && <kind.Below record={record} />}</Suspense>
      </Stack>
      <Stack gap="md">
        <Suspense>{kind?.Aside && <kind.Aside record={record} />}</Suspense>
        {onShowAll && (
          <LatestChanges resource={resource} id={String(record[resource.id])} onShowAll={onShowAll} />
        )}
      </Stack>
    </div>
  )
}

function tabsOf(own: readonly RecordTab[], hasHistory: boolean, t: TFunction) {
  const tabOf = ({ name, text, isRare }: RecordTab) => ({ name, label: t(text), isRare })
  const isRare = own.some((tab) => tab.isRare)
  return [
    ...own.filter(({ isFirst }) => isFirst).map(tabOf),
    { name: 'details', label: t('resources.details') },
    ...own.filter(({ isFirst }) => !isFirst).map(tabOf),
    ...(hasHistory ? [{ name: 'history', label: t('resources.history'), isRare }] : []),
  ]
}
