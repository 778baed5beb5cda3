import { useState } from 'react'
import { CAPTION_MAX } from '#contract/broadcasts/broadcasts.ts'
import { EDITABLE_MS } from '#contract/broadcasts/replies.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useMinute } from '#src/ui/minute-clock.ts'
import { RowButton } from '#src/ui/RowButton.tsx'
import { editCaption } from './actions.ts'
import * as css from './OneBroadcast.css.ts'
import type { FeedItem } from './overlay.ts'
import { EditDialog } from './replies/EditDialog.tsx'

/** Edits the caption of an own broadcast. Renders nothing after 10 minutes. */
export function EditCaption({ item, member }: { item: FeedItem; member: string }) {
  const { dispatch } = useDispatch()
  const [isOpen, setOpen] = useState(false)
  const nowMs = useMinute() * 60_000
  const isEditable = item.replies !== undefined && nowMs - Date.parse(item.timestamp) < EDITABLE_MS
  if (!isEditable && !isOpen) return null
  const save = async (title: string) =>
    (await dispatch(editCaption, { user: member, broadcastId: item.id, title })) !== undefined
  return (
    <div className={css.below}>
      <RowButton onClick={() => setOpen(true)}>Edit Caption</RowButton>
      {isOpen && (
        <EditDialog
          title="Edit your caption"
          label="Caption"
          text={item.title}
          max={CAPTION_MAX}
          onSave={save}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
