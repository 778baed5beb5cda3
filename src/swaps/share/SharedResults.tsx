import { Link } from '@tanstack/react-router'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { ResultSides, type Side } from '../ResultSides.tsx'
import { formatDay } from '../when.ts'
import type { SharedSwap } from './queries.ts'
import * as css from './SharedResults.css.ts'

/** The results of a swap as others see them: its members, and both sides. */
export function SharedResults({ shared: { initiator, matched, completed_timestamp } }: { shared: SharedSwap }) {
  const day = formatDay(completed_timestamp)
  return (
    <Stack gap="l">
      <Row gap="m">
        <span className={css.avatars}>
          <Avatar name={initiator.username} picture={initiator.pfpmed} />
          <Avatar name={matched.username} picture={matched.pfpmed} />
        </span>
        <Stack grow>
          <Text tone="quiet">
            <ProfileLink name={initiator.username} /> and <ProfileLink name={matched.username} /> flipped sides
            {day ? ` on ${day}` : ''}.
          </Text>
        </Stack>
      </Row>
      <ResultSides a={toSide(initiator, matched)} b={toSide(matched, initiator)} />
    </Stack>
  )
}

const ProfileLink = ({ name }: { name: string }) => (
  <Link to="/profile/$username" params={{ username: name }}>
    {name}
  </Link>
)

const toSide = (
  { username, track, artist, track_url, links, rating }: SharedSwap['initiator'],
  rater: SharedSwap['initiator'],
): Side => ({
  by: username,
  track: { id: undefined, name: track, artist, url: track_url, links },
  rater: rater.username,
  earned: rating,
})
