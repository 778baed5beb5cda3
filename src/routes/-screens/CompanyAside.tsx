import { Link } from '@tanstack/react-router'
import { PlayingSection } from '#src/listening/now-playing/PlayingSection.tsx'
import { WeekCard } from '#src/recaps/WeekCard.tsx'
import { YourTurn } from '#src/swaps/YourTurn.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'

/** Beside the feed, on a wide window: what followed members play, the swaps that wait for the user, the week. */
export const CompanyAside = ({ member }: { member: string }) => (
  <Stack gap="xl">
    <PlayingSection member={member} empty={<NoneFollowed />} />
    <YourTurn member={member} />
    <WeekCard member={member} />
  </Stack>
)

const NoneFollowed = () => (
  <Stack gap="s" align="start">
    <Text tone="quiet" size="s">
      No one you follow plays a track now.
    </Text>
    <Button size="s" variant="quiet" render={(look) => <Link to="/search" {...look} />}>
      Find Users
    </Button>
  </Stack>
)
