import type { ReactNode } from 'react'
import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { words } from './SwapCard.css.ts'
import type { Match } from './stored.ts'

/** Swag that the device does not know is fetched once there is a connection. */
export function MatchCard({ match, children }: { match: Match; children?: ReactNode }) {
  const profile = useLive(profileQuery(match.username), { enabled: match.swag === undefined })
  const swag = match.swag ?? profile.value?.profile?.swag
  return (
    <CardLink side="b" to="/profile/$username" params={{ username: match.username }}>
      <Stack gap="m">
        <Row gap="m" wrap>
          <Avatar name={match.username} picture={match.profileImage} size="l" />
          <div className={words}>
            <Note>Matched with:</Note>
            <Title>{match.username}</Title>
          </div>
          {swag !== undefined && (
            <Stack gap="none" align="end">
              <Figure tone="swag">{swag}</Figure>
              <Note>swag</Note>
            </Stack>
          )}
        </Row>
        {children}
      </Stack>
    </CardLink>
  )
}
