import { useRef, useState } from 'react'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { measureLength } from '#src/ui/measure-length.ts'
import { MentionArea } from '../mentions/MentionArea.tsx'
import type { Mentionable } from '../mentions/typed-mention.ts'

interface EditDialogProps {
  title: string
  label: string
  text: string
  max: number
  /** Members in the conversation, offered first by a mention. */
  near?: readonly Mentionable[]
  /** Resolves to false if the text could not be stored: the dialog then stays open. */
  onSave: (text: string) => Promise<boolean>
  onClose: () => void
}

export function EditDialog({ title, label, text: before, max, near, onSave, onClose }: EditDialogProps) {
  const [text, setText] = useState(before)
  const { isTooLong, note } = measureLength(text, max, max / 10)
  const input = useRef<HTMLTextAreaElement>(null)
  const isReady = text.trim() !== '' && !isTooLong
  const submit = async () => {
    if (text.trim() === before || (await onSave(text.trim()))) onClose()
  }
  return (
    <FormDialog title={title} submit="Save" isReady={isReady} onSubmit={submit} onClose={onClose}>
      <MentionArea {...{ label, input, near }} rows={4} value={text} place="between" onChange={setText} {...note} />
    </FormDialog>
  )
}
