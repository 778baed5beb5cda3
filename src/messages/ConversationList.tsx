import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CountBadge } from '#src/ui/Badge.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { words } from './ConversationList.css.ts'
import { describeMessage } from './last-message.ts'
import type { ShownConversation } from './overlay.ts'
import { conversationsQuery } from './queries.ts'

/** The conversations, latest first, with their last messages and unread marks. */
export function ConversationList({ member, isAside = false }: { member: string; isAside?: boolean }) {
  const live = useLive(conversationsQuery(member))
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={6} />}
      failed="Failed to load conversations"
      empty={
        // The screen beside says what to do.
        isAside ? (
          <Note>No conversations yet</Note>
        ) : (
          <EmptyState
            icon="message"
            text="No conversations yet"
            more="Find a member who plays what you play, and write."
            link={{ text: 'Find Users', to: '/search' }}
          />
        )
      }
    >
      {(conversations) => (
        <List of={conversations} toKey={({ conversant }) => conversant}>
          {(conversation) => <ConversationLink conversation={conversation} />}
        </List>
      )}
    </QueryState>
  )
}

function ConversationLink({ conversation }: { conversation: ShownConversation }) {
  const { conversant, lastconversation, unread = 0, pfpsm, last_message: last } = conversation
  return (
    <CardLink pad="s" to="/dm/$username" params={{ username: conversant }}>
      <Row wrap>
        <Avatar name={conversant} picture={pfpsm} />
        <div className={words}>
          <Text strong oneLine>
            <bdi>{conversant}</bdi>
          </Text>
          {last && (
            <Text tone={unread > 0 ? 'inherit' : 'quiet'} size="s" strong={unread > 0} oneLine>
              <bdi>{describeMessage(last)}</bdi>
            </Text>
          )}
        </div>
        <Stack gap="xs" align="end">
          <Note>{last?.failed ? 'Not sent' : last?.waiting ? 'Waiting' : <RelativeTime at={lastconversation} />}</Note>
          <CountBadge value={unread} noun="unread" />
        </Stack>
      </Row>
    </CardLink>
  )
}
