import { Link } from '@tanstack/react-router'
import type { Conversation } from '#contract/messages.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { conversationsQuery } from './queries.ts'

/** The conversations, over the feed. */
export function MessagesPanel({ member, onClose }: { member: string; onClose: () => void }) {
  const live = useLive(conversationsQuery(member))
  return (
    <Dialog isOpen onClose={onClose} title="Messages" look="panel">
      <QueryState live={live} loading="Loading..." failed="Failed to load conversations">
        {(conversations) =>
          conversations.length === 0 ? (
            <EmptyState icon="message" text="No conversations yet" />
          ) : (
            <Stack as="ul" gap="s">
              {conversations.map((it) => (
                <li key={it.conversant}>
                  <ConversationLink conversation={it} />
                </li>
              ))}
            </Stack>
          )
        }
      </QueryState>
    </Dialog>
  )
}

function ConversationLink({ conversation }: { conversation: Conversation }) {
  const { conversant, lastconversation, unread } = conversation
  return (
    <Card pad="s" render={(look) => <Link to="/dm/$username" params={{ username: conversant }} {...look} />}>
      <Row>
        <Avatar name={conversant} />
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
