import { useState } from 'react'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { isUnknownMember, profileQuery } from '#src/accounts/queries.ts'
import { isNotFound } from '#src/api/errors.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useVisibleHeight } from '#src/ui/useVisibleHeight.ts'
import { Composer } from './Composer.tsx'
import * as css from './ConversationScreenBody.css.ts'
import { MessageLog } from './MessageLog.tsx'
import type { ShownMessage } from './overlay.ts'
import { BackToFeed, UserNotFound } from './UserNotFound.tsx'
import { type ConversationRead, useConversation } from './useConversation.ts'
import { useMarkRead } from './useMarkRead.ts'

interface ConversationProps {
  member: string
  conversant: string
}

export function ConversationScreenBody({ member, conversant }: ConversationProps) {
  const read = useConversation(member, conversant)
  const isUnknown = useIsUnknown(conversant, read)
  useVisibleHeight()
  if (isUnknown || isUnknownHere(read)) return <UserNotFound />
  return (
    <>
      <Log {...{ member, conversant, read }} />
      <SendFailure read={read} />
      {isDeletedMember(conversant) ? <DeletedMember /> : <Composer key={conversant} {...{ member, conversant }} />}
    </>
  )
}

/** Replaces the field if the other member no longer exists. */
const DeletedMember = () => (
  <div className={css.deletedAccount}>
    <Text tone="quiet">This member has deleted their account. What they wrote to you is yours to keep.</Text>
  </div>
)

/** Whether the host knows no such member, or none that this user may see. */
const isUnknownHere = ({ latest: { value, error } }: ConversationRead) => value === undefined && isNotFound(error)

/** Some hosts respond with an empty list to a name that they do not know. */
function useIsUnknown(conversant: string, { latest: { value } }: ConversationRead): boolean {
  const isEmpty = value?.length === 0 && !isDeletedMember(conversant)
  const profile = useLive(profileQuery(conversant), { enabled: isEmpty })
  if (!isEmpty) return false
  if (profile.value !== undefined) return profile.value.profile === undefined
  return isUnknownMember(profile.error) || isNotFound(profile.error)
}

function Log({ member, conversant, read }: ConversationProps & { read: ConversationRead }) {
  const { latest, messages, loadOlder, retryOlder, isOlderLoading } = read
  const [isLatestInSight, setLatestInSight] = useState(true)
  const [opened, setOpened] = useState<ShownMessage>()
  const hostAdds = useHostAdds()
  useMarkRead(member, conversant, { messages: latest.value ?? [], isLatestInSight })
  if (latest.value === undefined)
    return (
      <div className={css.instead}>
        <QueryState live={latest} loading={<Skeleton shape="row" count={5} />} failed="Failed to load messages">
          {() => null}
        </QueryState>
        {latest.error !== null && <BackToFeed />}
      </div>
    )
  if (messages.length === 0)
    return (
      <div className={css.instead}>
        <EmptyState icon="message" text="No messages yet. Start the conversation!" />
      </div>
    )
  return (
    <>
      <MessageLog
        member={member}
        conversant={conversant}
        messages={messages}
        onOlder={loadOlder}
        onRetry={retryOlder}
        isOlderLoading={isOlderLoading}
        onLatestInSight={setLatestInSight}
        onMenu={hostAdds ? setOpened : undefined}
      />
      {opened && (
        <LazyComponent
          load={messageMenu}
          props={{ member, conversant, message: opened, onClose: () => setOpened(undefined) }}
        />
      )}
    </>
  )
}

const messageMenu = async () => (await import('./MessageMenu.tsx')).MessageMenu

/** Shown beside the field: a refused message may be far up in the log. */
function SendFailure({ read }: { read: ConversationRead }) {
  const isRefused = read.latest.value?.some((message) => message.failed !== undefined) ?? false
  if (!isRefused) return null
  return (
    <div className={css.failure}>
      <Alert action={<BackToFeed />}>Failed to send message</Alert>
    </div>
  )
}
