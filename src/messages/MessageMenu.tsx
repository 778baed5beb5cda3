import { useState } from 'react'
import { isOneEmoji } from '#contract/messages/emoji.ts'
import { ReportDialog } from '#src/accounts/reports/ReportDialog.tsx'
import { copyText } from '#src/ui/copy-text.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { copyableText } from './copyable-text.ts'
import * as css from './MessageMenu.css.ts'
import { measureRoom, roomText } from './measure-room.ts'
import type { ShownMessage } from './overlay.ts'
import { isEditOffered } from './own-message.ts'
import { useMessageChanges } from './useMessageChanges.ts'

const QUICK = ['❤️', '👍', '😂', '🔥', '🎧', '😮'] as const

interface MessageMenuProps {
  member: string
  conversant: string
  message: ShownMessage
  onClose: () => void
}

type Step = 'menu' | 'edit' | 'delete' | 'report'

export function MessageMenu(props: MessageMenuProps) {
  const [step, setStep] = useState<Step>('menu')
  const { conversant, message, onClose } = props
  switch (step) {
    case 'menu':
      return <Steps {...props} onStep={setStep} />
    case 'edit':
      return <EditDialog {...props} />
    case 'delete':
      return <DeleteDialog {...props} />
    case 'report':
      return <ReportDialog name={conversant} related={{ type: 'Message', id: message.id }} onClose={onClose} />
  }
}

function Steps({ member, conversant, message, onClose, onStep }: MessageMenuProps & { onStep: (step: Step) => void }) {
  const [now] = useState(Date.now)
  const isOwn = message.type === 'Outgoing'
  const copy = () => {
    onClose()
    void copyText(copyableText(message))
  }
  return (
    <Menu title={isOwn ? 'Your message' : `Message from ${conversant}`} onClose={onClose}>
      {message.id > 0 && <Emojis {...{ member, conversant, message, onClose }} />}
      <MenuItem onClick={copy}>Copy</MenuItem>
      {isEditOffered(message, now) && <MenuItem onClick={() => onStep('edit')}>Edit</MenuItem>}
      {isOwn ? (
        <MenuItem variant="danger" onClick={() => onStep('delete')}>
          Delete
        </MenuItem>
      ) : (
        <MenuItem onClick={() => onStep('report')}>Report...</MenuItem>
      )}
    </Menu>
  )
}

/** A few emoji, and a field for any other. The own one is removed by pressing it again. */
function Emojis({ member, conversant, message, onClose }: MessageMenuProps) {
  const { react } = useMessageChanges(member, conversant)
  const [typed, setTyped] = useState('')
  const own = message.own_reaction
  const shown = own !== undefined && !QUICK.some((emoji) => emoji === own) ? [own, ...QUICK] : QUICK
  const choose = async (emoji: string) => {
    if (await react(message, emoji)) onClose()
  }
  const type = (text: string) => {
    setTyped(text)
    if (isOneEmoji(text.trim())) void choose(text.trim())
  }
  return (
    <>
      <div role="group" aria-label="React" className={css.emojis}>
        {shown.map((emoji) => (
          <button
            key={emoji}
            type="button"
            className={css.emoji}
            aria-label={emoji === own ? `Remove ${emoji}` : `React with ${emoji}`}
            aria-pressed={emoji === own}
            onClick={() => void choose(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
      <TextField
        label="Another emoji"
        autoComplete="off"
        value={typed}
        error={typed.trim() === '' ? undefined : 'Enter one emoji.'}
        onChange={type}
      />
    </>
  )
}

function EditDialog({ member, conversant, message, onClose }: MessageMenuProps) {
  const { edit } = useMessageChanges(member, conversant)
  const [text, setText] = useState(message.message)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const room = measureRoom(text)
  const save = async () => {
    const trimmed = text.trim()
    if (trimmed === '') return setFailure('A message needs a text. To remove it, delete it.')
    if (room.remaining < 0) return setFailure(roomText(room))
    if (trimmed === message.message) return onClose()
    setBusy(true)
    const isStored = await edit(message, trimmed)
    setBusy(false)
    if (isStored) onClose()
  }
  return (
    <FormDialog title="Edit message" submit="Save" onSubmit={save} {...{ failure, isBusy, onClose }}>
      <TextArea
        label="Message"
        hideLabel
        hint={roomText(room)}
        value={text}
        onChange={(next) => {
          setText(next)
          setFailure(undefined)
        }}
      />
    </FormDialog>
  )
}

function DeleteDialog({ member, conversant, message, onClose }: MessageMenuProps) {
  const { remove } = useMessageChanges(member, conversant)
  const confirm = async () => {
    if (await remove(message)) onClose()
  }
  return (
    <FormDialog isDangerous title="Delete this message?" submit="Delete" onSubmit={confirm} onClose={onClose}>
      <Text>
        {message.waiting
          ? 'It has not been sent yet.'
          : `It is deleted for you and ${conversant}. Both of you see that a message was deleted.`}
      </Text>
    </FormDialog>
  )
}
