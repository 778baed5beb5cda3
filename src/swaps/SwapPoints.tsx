import { Link } from '@tanstack/react-router'
import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Text } from '#src/ui/Text.tsx'
import { useCountUp } from '#src/ui/useCountUp.ts'
import { NextMatch } from './NextMatch.tsx'
import type { ShownSwap } from './overlay.ts'
import { matchQuery } from './queries.ts'
import { viewOf } from './status.ts'
import { useStored } from './stored.ts'
import { Unsent } from './Unsent.tsx'
import { useHostAdds } from './useHostAdds.ts'

/** The most that one swap gives: the spec's default where no swap is named. */
const MOST = 5

/** What a completed swap gave to both, what they have, and when the next match comes. */
export function SwapPoints({ swap, member }: { swap: ShownSwap; member: string }) {
  const { isInitiator, own, other } = viewOf(swap, member)
  return (
    <Stack gap="l">
      <Unsent swap={swap} />
      <Points name={member} earned={other.reaction ?? 0} side={isInitiator ? 'a' : 'b'} isOwn />
      <Points name={other.user} earned={own.reaction ?? 0} side={isInitiator ? 'b' : 'a'} />
      <Foot member={member} />
    </Stack>
  )
}

/** No swap is named: what one could give, as the spec shows it. */
export function PossiblePoints({ member }: { member: string }) {
  const { match } = useStored()
  return (
    <Stack gap="l">
      <Text tone="quiet">Each side earns up to +5 swag per swap.</Text>
      <Points name={member} earned={MOST} side="a" isOwn />
      {match && <Points name={match.username} earned={MOST} side="b" />}
      <Foot member={member} />
    </Stack>
  )
}

interface PointsProps {
  name: string
  earned: number
  side: 'a' | 'b'
  isOwn?: boolean
}

function Points({ name, earned, side, isOwn = false }: PointsProps) {
  const profile = useLive(profileQuery(name)).value?.profile
  const shown = useCountUp(earned)
  return (
    <Card side={side}>
      <Row gap="l">
        <Avatar name={name} picture={profile?.pfpmed} size="l" />
        <Stack gap="none" grow>
          <Text strong>{isOwn ? `${name} (you)` : name}</Text>
          {profile && <Text tone="quiet">{profile.swag} swag</Text>}
        </Stack>
        <Figure size="l" tone="swag">
          +{shown}
        </Figure>
      </Row>
    </Card>
  )
}

function Foot({ member }: { member: string }) {
  const isTold = useHostAdds()
  const { value } = useLive(matchQuery(member), { enabled: isTold })
  return (
    <Stack gap="l">
      <NextMatch at={value?.nextMatchAt} isTold={isTold && value !== undefined} />
      <Button block render={(look) => <Link to="/" {...look} />}>
        Return to Home
      </Button>
    </Stack>
  )
}
