import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Heading, Text } from '#src/ui/Text.tsx'
import { words } from './SwapCard.css.ts'
import type { Match } from './stored.ts'

/**
 * The matched member, with a link to the profile. Swag that the device does not know is omitted,
 * and fetched once there is a connection.
 */
export function MatchCard({ match, children }: { match: Match; children?: ReactNode }) {
  const profile = useLive(profileQuery(match.username), { enabled: match.swag === undefined })
  const swag = match.swag ?? profile.value?.profile?.swag
  return (
    <Card
      side="b"
      render={(linkProps) => <Link to="/profile/$username" params={{ username: match.username }} {...linkProps} />}
    >
      <Stack gap="m">
        <Row gap="m" wrap>
          <Avatar name={match.username} picture={match.profileImage} size="l" />
          <div className={words}>
            <Text tone="quiet" size="s">
              Matched with:
            </Text>
            <Heading level={2} look="title">
              {match.username}
            </Heading>
          </div>
          {swag !== undefined && (
            <Stack gap="none" align="end">
              <Figure tone="swag">{swag}</Figure>
              <Text tone="quiet" size="s">
                swag
              </Text>
            </Stack>
          )}
        </Row>
        {children}
      </Stack>
    </Card>
  )
}
