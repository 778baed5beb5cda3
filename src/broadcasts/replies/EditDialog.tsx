import { useRef, useState } from 'react'
import { FormDialog } from '#src/ui/FormDialog.tsx'
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
  const remaining = max - text.trim().length
  const input = useRef<HTMLTextAreaElement>(null)
  const isReady = text.trim() !== '' && remaining >= 0
  const submit = async () => {
    if (text.trim() === before || (await onSave(text.trim()))) onClose()
  }
  const field = {
    label,
    rows: 4,
    value: text,
    ...(remaining < 0
      ? { error: `${-remaining} characters too many` }
      : { hint: remaining < max / 10 ? `${remaining} characters left` : undefined }),
  }
  return (
    <FormDialog title={title} submit="Save" isReady={isReady} onSubmit={() => void submit()} onClose={onClose}>
      <MentionArea {...field} input={input} near={near} place="between" onText={setText} />
    </FormDialog>
  )
}
