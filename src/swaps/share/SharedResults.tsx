import { Link } from '@tanstack/react-router'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { ResultSide } from '../ResultSide.tsx'
import { sides } from '../SwapResults.css.ts'
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
      <div className={sides}>
        <SharedSide letter="A" side={initiator} rater={matched.username} />
        <SharedSide letter="B" side={matched} rater={initiator.username} />
      </div>
    </Stack>
  )
}

const ProfileLink = ({ name }: { name: string }) => (
  <Link to="/profile/$username" params={{ username: name }}>
    {name}
  </Link>
)

interface SharedSideProps {
  letter: 'A' | 'B'
  side: SharedSwap['initiator']
  rater: string
}

const SharedSide = ({
  letter,
  side: { username, track, artist, track_url, links, rating },
  rater,
}: SharedSideProps) => (
  <ResultSide
    letter={letter}
    by={username}
    track={{ id: undefined, name: track, artist, url: track_url, links }}
    earned={rating}
    note={`${rater} rated the track ${rating}`}
  />
)
