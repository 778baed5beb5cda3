import { Link } from '@tanstack/react-router'
import { useStatus } from '#src/status/useStatus.ts'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'

/** Link to the member's activity, with the number of new entries. */
export function ActivityLink() {
  const unread = useStatus()?.unread_activity ?? 0
  return (
    <Card pad="s" render={(linkProps) => <Link to="/activity" {...linkProps} />}>
      <Row>
        <Icon name="bell" />
        <Stack gap="none" grow>
          <Text strong>Activity</Text>
          <Text tone="quiet" size="s">
            Likes, followers and swaps
          </Text>
        </Stack>
        <CountBadge value={unread} noun="new" />
      </Row>
    </Card>
  )
}
