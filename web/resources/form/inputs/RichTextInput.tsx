import '@mantine/core/styles/Typography.css'
import '@mantine/tiptap/styles.css'
import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconPhotoPlus } from '@tabler/icons-react'
import Image from '@tiptap/extension-image'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { toast } from '#web/platform/toast.ts'
import { useTranslation } from '#web/platform/useTranslation.ts'

interface RichTextInputProps {
  label: string
  description?: string | undefined
  error?: ReactNode
  withAsterisk?: boolean
  disabled?: boolean | undefined
  /** HTML; the server sanitizes it before storing it. */
  value: string
  onChange: (html: string) => void
  'data-field'?: string
}

const MAX_PICTURE_BYTES = 1_000_000

/** A text with headings, lists, links and pictures. */
export function RichTextInput({ value, onChange, disabled, ...shared }: RichTextInputProps) {
  const { t } = useTranslation()
  const id = useId()
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ heading: { levels: [2, 3] } }),
      Image.configure({ allowBase64: true }),
    ],
    content: value,
    editable: !disabled,
    editorProps: { attributes: { 'aria-labelledby': id, 'data-autofocus-target': 'true', role: 'textbox' } },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  // External values (a saved record, the other side of a conflict) replace the content.
  useEffect(() => {
    if (!editor || editor.isDestroyed) return
    if (value !== editor.getHTML() && !(editor.isEmpty && value === '')) {
      editor.commands.setContent(value, { emitUpdate: false })
    }
  }, [editor, value])
  return (
    <Input.Wrapper {...shared} labelElement="div" labelProps={{ id }} data-field={shared['data-field']}>
      <RichTextEditor editor={editor} mt={4} mih={220} labels={{ linkEditorSave: t('resources.save') }}>
        {!disabled && <Toolbar editor={editor} />}
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}

function Toolbar({ editor }: { editor: Editor | null }) {
  return (
    <RichTextEditor.Toolbar sticky>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        <RichTextEditor.Code />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
        <PictureControl editor={editor} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

/** Pictures are embedded in the text: reading it loads nothing from elsewhere. */
function PictureControl({ editor }: { editor: Editor | null }) {
  const { t } = useTranslation()
  const file = useRef<HTMLInputElement>(null)
  const insert = (picture: File | undefined) => {
    if (!picture) return
    if (!/^image\/(png|jpeg|gif|webp)$/.test(picture.type)) return toast(t('resources.picture_type'), 'error')
    if (picture.size > MAX_PICTURE_BYTES) return toast(t('resources.picture_size'), 'error')
    const reader = new FileReader()
    reader.onload = () =>
      editor
        ?.chain()
        .focus()
        .setImage({ src: String(reader.result), alt: picture.name })
        .run()
    reader.readAsDataURL(picture)
  }
  return (
    <>
      <RichTextEditor.Control
        onClick={() => file.current?.click()}
        aria-label={t('resources.picture')}
        title={t('resources.picture')}
      >
        <IconPhotoPlus size={16} stroke={1.6} />
      </RichTextEditor.Control>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(event) => {
          insert(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
