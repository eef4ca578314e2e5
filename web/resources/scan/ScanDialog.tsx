import { Alert, Button, Group, Modal, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useId, useState } from 'react'
import { readScan, SCAN_LENGTH, type ScanKind } from '#core/resources/scan.ts'
import { CallRefused } from '#web/platform/calls/api.ts'
import { useIsLocked } from '#web/platform/session/lock.ts'
import { useKeyboardReader } from '#web/platform/useKeyboardReader.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'
import { Form } from '#web/ui/Form.tsx'
import type { Facing } from './camera.ts'
import styles from './ScanDialog.module.css'
import { ScanRefused } from './ScanRefused.ts'
import { type ScanState, useScanner } from './useScanner.ts'

/** The minimum length of a keyboard reader's input; shorter ones may be fast typing. */
const MIN_READ_LENGTH = 4

interface ScanDialogProps {
  /** The expected kind: codes of other kinds are refused before `onScan`. */
  kind: ScanKind
  /** The title; "Part Lookup" by default. */
  title?: string
  /** Instruction for the scan, in a sentence. */
  hint?: string
  /** Handles a code. An error that it throws is shown, and the camera continues. */
  onScan: (text: string) => Promise<void> | void
  /** Deletes the existing code; undefined without one. */
  onDelete?: (() => void) | undefined
  onClose: () => void
}

/** Reads a QR code or a barcode: by the camera, by a keyboard reader, or typed by hand. */
export function ScanDialog({ kind, title, hint, onScan, onDelete, onClose }: ScanDialogProps) {
  const { t } = useTranslation()
  const scanner = useScannerOf({ kind, onScan })
  useEndWhenLocked(onClose)
  const { video, state, facing, problem, failure, isLit } = scanner
  useKeyboardReader(scanner.take, (read) => read.length >= MIN_READ_LENGTH)
  return (
    <Modal
      opened
      onClose={onClose}
      title={title ?? t('scan.part_lookup')}
      closeButtonProps={{ 'aria-label': t('scan.close') }}
    >
      <Stack>
        <Text size="sm">{hint ?? t('scan.scan_barcode')}</Text>
        <Problems problem={problem} failure={failure} />
        <div className={styles.picture} data-state={state} data-facing={facing}>
          <video ref={video} muted playsInline aria-label={t('scan.picture')} />
          <div className={styles.frame} />
        </div>
        <StateText state={state} />
        <CameraChoice facing={facing} onChoose={scanner.choose} />
        {isLit !== null && (
          <Switch
            label={t('scan.lamp')}
            checked={isLit}
            onChange={(event) => scanner.light(event.currentTarget.checked)}
          />
        )}
        {kind !== 'user_qr_code' && <ByHand onCode={scanner.take} />}
        <Group justify="flex-end">
          <Actions {...{ onDelete, onClose }} onRescan={scanner.offersRescan ? scanner.rescan : undefined} />
        </Group>
      </Stack>
    </Modal>
  )
}

/** A hidden dialog must neither scan nor navigate. */
function useEndWhenLocked(onClose: () => void) {
  const isLocked = useIsLocked()
  useDidUpdate(() => {
    if (isLocked) onClose()
  }, [isLocked])
}

interface ActionsProps extends Pick<ScanDialogProps, 'onDelete' | 'onClose'> {
  onRescan: (() => void) | undefined
}

function Actions({ onDelete, onRescan, onClose }: ActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      {onDelete && (
        <Button variant="subtle" color="urgent" me="auto" onClick={onDelete}>
          {t('scan.delete_code')}
        </Button>
      )}
      {onRescan && (
        <Button variant="default" onClick={onRescan}>
          {t('scan.rescan')}
        </Button>
      )}
      <Button variant="default" data-autofocus onClick={onClose}>
        {t('scan.cancel')}
      </Button>
    </>
  )
}

function Problems({ problem, failure }: Pick<ReturnType<typeof useScanner>, 'problem' | 'failure'>) {
  const { t } = useTranslation()
  return (
    <>
      {problem && (
        <Alert color="mild" role="alert">
          {t(`scan.${problem}`)}
        </Alert>
      )}
      {failure && (
        <Alert color="urgent" role="alert" title={t('scan.scan_again')}>
          {failure}
        </Alert>
      )}
    </>
  )
}

/** The scanner of codes of a kind, with its failures as text. */
function useScannerOf({ kind, onScan }: Pick<ScanDialogProps, 'kind' | 'onScan'>) {
  const { t } = useTranslation()
  return useScanner(
    async (text) => {
      if (!readScan(kind, text)) throw new ScanRefused('wrong_kind')
      await onScan(text.trim())
    },
    (failure) => {
      if (failure instanceof ScanRefused) return t(`scan.${failure.reason}`)
      return failure instanceof CallRefused && failure.code > 0 ? failure.message : t('scan.unreachable')
    },
  )
}

function StateText({ state }: { state: ScanState }) {
  const { t } = useTranslation()
  return (
    <Text size="sm" role="status" ta="center">
      {t(`scan.${state}`)}
    </Text>
  )
}

function CameraChoice({ facing, onChoose }: { facing: Facing; onChoose: (facing: Facing) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      fullWidth
      aria-label={t('scan.camera')}
      value={facing}
      data={[
        { value: 'rear', label: t('scan.rear') },
        { value: 'front', label: t('scan.front') },
      ]}
      onChange={onChoose}
    />
  )
}

/** Input for a label that no camera can read. */
function ByHand({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const id = useId()
  return (
    <Form onSubmit={() => text.trim() !== '' && onCode(text)}>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          id={id}
          flex={1}
          label={t('scan.by_hand')}
          maxLength={SCAN_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={text.trim() === ''}>
          {t('scan.look_up')}
        </Button>
      </Group>
    </Form>
  )
}
