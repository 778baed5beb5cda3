import { Link } from '@tanstack/react-router'
import type { Conversation } from '#contract/messages/messages.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { conversationsQuery } from './queries.ts'

/** The conversations, latest first, with times and unread marks. */
export function ConversationList({ member }: { member: string }) {
  const live = useLive(conversationsQuery(member))
  return (
    <QueryState live={live} loading="Loading..." failed="Failed to load conversations">
      {(conversations) => <Conversations of={conversations} />}
    </QueryState>
  )
}

function Conversations({ of: conversations }: { of: readonly Conversation[] }) {
  if (conversations.length === 0) return <EmptyState icon="message" text="No conversations yet" />
  return (
    <Stack as="ul" gap="s">
      {conversations.map((conversation) => (
        <li key={conversation.conversant}>
          <ConversationLink conversation={conversation} />
        </li>
      ))}
    </Stack>
  )
}

function ConversationLink({ conversation }: { conversation: Conversation }) {
  const { conversant, lastconversation, unread, pfpsm } = conversation
  return (
    <Card pad="s" render={(look) => <Link to="/dm/$username" params={{ username: conversant }} {...look} />}>
      <Row>
        <Avatar name={conversant} picture={pfpsm} />
        <Stack gap="none" grow>
          <Text strong oneLine>
            {conversant}
          </Text>
          <Text tone="quiet" size="s">
            <RelativeTime at={lastconversation} />
          </Text>
        </Stack>
        <CountBadge value={unread ?? 0} noun="unread" />
      </Row>
    </Card>
  )
}
