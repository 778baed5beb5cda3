import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EDITABLE_MS, REPLY_MAX } from '#contract/broadcasts/replies.ts'
import { MemberMenu } from '#src/accounts/MemberMenu.tsx'
import { FailedEntryButtons } from '#src/cache/FailedEntryButtons.tsx'
import { useWait, waitText } from '#src/cache/useWait.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { MenuButton } from '#src/ui/MenuButton.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import * as card from '../BroadcastCard.css.ts'
import { MentionText } from '../mentions/MentionText.tsx'
import type { Mentionable } from '../mentions/typed-mention.ts'
import { EditDialog } from './EditDialog.tsx'
import { isOwnReply, type ShownReply } from './overlay.ts'
import * as css from './Replies.css.ts'
import type { useReplyActions } from './useReplyActions.ts'

interface ReplyRowProps {
  reply: ShownReply
  member: string | null
  actions: ReturnType<typeof useReplyActions>
  near: readonly Mentionable[]
  /** Begins a reply that mentions the author of this reply. */
  onReply: (name: string) => void
}

/** One reply: author, time, text with links to mentioned members, and what can be done with it. */
export function ReplyRow({ reply, member, actions, near, onReply }: ReplyRowProps) {
  const isOwn = isOwnReply(reply, member)
  return (
    <div className={css.reply}>
      <Avatar name={reply.user} picture={reply.pfpsm} size="s" />
      <div className={css.content}>
        <div className={css.head}>
          <Link to="/profile/$username" params={{ username: reply.user }} className={card.author}>
            {reply.user}
          </Link>
          <Note as="span">
            <RelativeTime at={reply.timestamp} />
            {reply.edited && ' · edited'}
            {reply.hidden && ' · hidden by an admin'}
          </Note>
        </div>
        <div className={css.words} dir="auto">
          <MentionText text={reply.text} mentions={reply.mentions} />
        </div>
        <State reply={reply} />
        {reply.failed && <Failed entry={reply.failed} text={reply.text} />}
        {reply.editFailed && <Failed entry={reply.editFailed} text={reply.editFailed.text} isEdit />}
      </div>
      <div className={css.actions}>
        {isOwn ? (
          !reply.failed && <OwnMenu reply={reply} actions={actions} near={near} />
        ) : (
          <>
            {member !== null && (
              <IconButton
                variant="bare"
                icon="message"
                label={`Reply to ${reply.user}`}
                onClick={() => onReply(reply.user)}
              />
            )}
            <MemberMenu variant="bare" name={reply.user} related={{ type: 'Reply', id: reply.id }} />
          </>
        )}
      </div>
    </div>
  )
}

/** A clock while the reply or its change is only on this device. */
function State({ reply: { waiting, editWaiting } }: { reply: ShownReply }) {
  const wait = useWait(waiting ?? editWaiting)
  if (wait === undefined) return null
  return (
    <div className={css.note}>
      <Icon name="clock" size="s" />
      {waitText(wait)}
    </div>
  )
}

interface FailedProps {
  entry: NonNullable<ShownReply['failed']>
  text: string
  isEdit?: boolean
}

/** The reason why a reply or its change was refused, and the possible actions. */
function Failed({ entry, text, isEdit = false }: FailedProps) {
  const fallback = isEdit ? 'Failed to change reply' : 'Failed to send reply'
  return (
    <Stack gap="s">
      <div className={css.why}>{entry.failure?.sentence ?? fallback}</div>
      {isEdit && <Text tone="quiet">{text}</Text>}
      <FailedEntryButtons entry={entry} text={text} />
    </Stack>
  )
}

function OwnMenu({ reply, actions, near }: Pick<ReplyRowProps, 'reply' | 'actions' | 'near'>) {
  const [step, setStep] = useState<'closed' | 'menu' | 'edit'>('closed')
  const [isEditable, setEditable] = useState(false)
  const close = () => setStep('closed')
  const open = () => {
    setEditable(reply.waiting !== undefined || Date.now() - Date.parse(reply.timestamp) < EDITABLE_MS)
    setStep('menu')
  }
  const remove = () => {
    close()
    void actions.remove(reply)
  }
  return (
    <>
      <MenuButton label="More about your reply" onClick={open} />
      {step === 'menu' && (
        <Menu title="Your reply" onClose={close}>
          {isEditable ? (
            <MenuItem onClick={() => setStep('edit')}>Edit</MenuItem>
          ) : (
            <Text tone="quiet">A reply can be edited for 10 minutes.</Text>
          )}
          <MenuItem onClick={remove}>Delete</MenuItem>
        </Menu>
      )}
      {step === 'edit' && (
        <EditDialog
          title="Edit your reply"
          label="Reply"
          text={reply.text}
          max={REPLY_MAX}
          near={near}
          onSave={(text) => actions.edit(reply, text)}
          onClose={close}
        />
      )}
    </>
  )
}
