import { Card } from '#src/ui/Card.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import type { Half } from './status.ts'

/** The tracks of a completed swap that their receivers have played since; nothing without plays. */
export function PlayedSince({ halves: [a, b], member }: { halves: readonly [Half, Half]; member: string }) {
  const plays = [toPlays(a, b), toPlays(b, a)].filter((play) => play !== undefined)
  if (plays.length === 0) return null
  return (
    <Card side="b">
      <Stack gap="s">
        {plays.map(({ user, track, count }) => (
          <Text key={user}>
            <Text as="strong" tone="b">
              Kept
            </Text>{' '}
            {user === member ? 'you have' : <Has user={user} />} played <bdi>{track}</bdi> {timesText(count)} since.
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

const Has = ({ user }: { user: string }) => (
  <>
    <bdi>{user}</bdi> has
  </>
)

const timesText = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : countText(count, 'time'))

/** Returns a member's plays of the track in the other half; undefined without any. */
const toPlays = ({ user, playsSince = 0 }: Half, { track }: Half) =>
  playsSince > 0 && track ? { user, track: track.name, count: playsSince } : undefined
