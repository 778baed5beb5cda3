import { type SyntheticEvent, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'

interface EditDialogProps {
  title: string
  label: string
  text: string
  max: number
  /** Resolves to false if the text could not be stored: the dialog then stays open. */
  onSave: (text: string) => Promise<boolean>
  onClose: () => void
}

/** Edits the text of a reply or the caption of a broadcast. */
export function EditDialog({ title, label, text: before, max, onSave, onClose }: EditDialogProps) {
  const [text, setText] = useState(before)
  const remaining = max - text.trim().length
  const isReady = text.trim() !== '' && remaining >= 0
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isReady) return
    if (text.trim() === before || (await onSave(text.trim()))) onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)}>
        <TextArea
          label={label}
          rows={4}
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...(remaining < 0
            ? { error: `${-remaining} characters too many` }
            : { hint: remaining < max / 10 ? `${remaining} characters left` : undefined })}
        />
        <Button block type="submit" disabled={!isReady}>
          Save
        </Button>
      </form>
    </Dialog>
  )
}
