import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getSimilarTaste } from '#contract/listening/charts.ts'
import { ownFollowingQuery } from '#src/accounts/people/queries.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Button } from '#src/ui/Button.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { Names } from '#src/ui/Names.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Heading } from '#src/ui/Text.tsx'
import { BringHistoryButton } from '../imports/BringHistoryButton.tsx'
import { similarTasteQuery } from '../queries.ts'
import { sharedText } from '../shared-text.ts'

type Similar = ResponseOf<typeof getSimilarTaste>
type Neighbour = Similar['neighbours'][number]

export function SimilarTaste({ member }: { member: string }) {
  return (
    <QueryState
      live={useLive(similarTasteQuery(member))}
      loading={<Skeleton shape="row" count={4} />}
      failed="Failed to fetch similar taste"
      lacking={<NotHere />}
    >
      {(similar) => <Found member={member} similar={similar} />}
    </QueryState>
  )
}

/** Divides the members by whether the user follows them, pending follows included. */
function useNeighbours(member: string, neighbours: readonly Neighbour[]) {
  const following = useLive(ownFollowingQuery(member)).value
  const isFollowed = (neighbour: Neighbour) => following?.isFollowed(neighbour.username) ?? neighbour.is_followed
  return { followed: neighbours.filter(isFollowed), others: neighbours.filter((neighbour) => !isFollowed(neighbour)) }
}

const NotHere = () => (
  <EmptyState
    icon="profile"
    text="Similar taste is not available on this server"
    more="You can still find people by name."
  />
)

function Found({ member, similar: { neighbours, computed_at } }: { member: string; similar: Similar }) {
  const { followed, others } = useNeighbours(member, neighbours)
  if (followed.length + others.length === 0) {
    return computed_at === null ? (
      <EmptyState
        icon="clock"
        text="Your taste has not been compared yet"
        more="Bring or play some music. A few minutes later, people who listen like you show here."
        action={<BringHistoryButton />}
      />
    ) : (
      <EmptyState
        icon="profile"
        text="Nobody has a taste like yours yet"
        more="The more you listen to, the better the comparison. You can also find people by name."
      />
    )
  }
  return (
    <Stack gap="xl">
      <Neighbours title="People you follow" neighbours={followed} />
      <Neighbours title={followed.length === 0 ? undefined : 'More people like you'} neighbours={others} />
    </Stack>
  )
}

const FIRST = 5

function Neighbours({ title, neighbours }: { title: string | undefined; neighbours: readonly Neighbour[] }) {
  const [isOpen, setOpen] = useState(false)
  if (neighbours.length === 0) return null
  return (
    <Stack as="section" gap="m">
      {title && <Heading level={3}>{title}</Heading>}
      <List of={isOpen ? neighbours : neighbours.slice(0, FIRST)} toKey={({ username }) => username}>
        {(neighbour) => <NeighbourLink neighbour={neighbour} />}
      </List>
      {!isOpen && neighbours.length > FIRST && (
        <Button variant="text" size="s" onClick={() => setOpen(true)}>
          Show all {neighbours.length}
        </Button>
      )}
    </Stack>
  )
}

function NeighbourLink({ neighbour }: { neighbour: Neighbour }) {
  const { username, percentile, pfpmed, shared } = neighbour
  return (
    <CardLink pad="s" to="/profile/$username" params={{ username }}>
      <Row gap="m" wrap>
        <Avatar name={username} picture={pfpmed} />
        <Names name={username} note={sharedText(shared.map(({ name }) => name))} />
        {percentile !== null && <Figure>{Math.round(percentile)}%</Figure>}
      </Row>
    </CardLink>
  )
}
