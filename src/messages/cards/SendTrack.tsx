import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { getDrafts } from '#src/cache/query-outbox.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { toast } from '#src/ui/toast.ts'
import { conversationsQuery } from '../queries.ts'
import { type CardTrack, cardDraftName, toCardDraft } from './card-draft.ts'

interface SendTrackProps {
  member: string
  track: CardTrack
  onClose: () => void
}

export function SendTrack({ member, track, onClose }: SendTrackProps) {
  const found = useLive(conversationsQuery(member))
  const live = { ...found, value: found.value?.filter(({ conversant }) => !isDeletedMember(conversant)) }
  const drafts = getDrafts(useQueryClient())
  const navigate = useNavigate()
  const choose = async (conversant: string) => {
    try {
      await drafts?.write(cardDraftName(conversant), toCardDraft(track))
    } catch (error) {
      console.warn('A draft could not be stored.', error)
      toast({ title: 'The track could not be attached.', variant: 'destructive' })
      return
    }
    onClose()
    await navigate({ to: '/dm/$username', params: { username: conversant } })
  }
  return (
    <Dialog onClose={onClose} title="Send as message" variant="panel">
      <QueryState
        live={live}
        loading={<Skeleton shape="row" count={4} />}
        failed="Failed to load conversations"
        empty={
          <EmptyState
            icon="message"
            text="No conversations yet"
            more="Open the profile of a member to begin one. Then attach the track there."
          />
        }
      >
        {(conversations) => (
          <List of={conversations} toKey={({ conversant }) => conversant}>
            {({ conversant, pfpsm }) => (
              <Button block variant="quiet" onClick={() => void choose(conversant)}>
                <Row gap="s">
                  <Avatar name={conversant} picture={pfpsm} size="s" />
                  {conversant}
                </Row>
              </Button>
            )}
          </List>
        )}
      </QueryState>
    </Dialog>
  )
}
