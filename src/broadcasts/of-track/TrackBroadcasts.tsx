import { Link } from '@tanstack/react-router'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { SubjectCard } from '#src/ui/SubjectCard.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { trackBroadcastsQuery } from './queries.ts'

/** The newest broadcasts of a track, each with a link to it. */
export function TrackBroadcasts({ id }: { id: number }) {
  const live = useLive(trackBroadcastsQuery(id))
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Broadcasts of this track</Heading>
      <QueryState live={live} loading={<Skeleton shape="row" count={2} />} failed="Failed to load broadcasts">
        {(broadcasts) =>
          broadcasts && (
            <>
              {broadcasts.length === 0 && <Text tone="quiet">Nobody has broadcast this track yet.</Text>}
              <Stack as="ul" gap="s">
                {broadcasts.map(({ id: broadcast, user, title, timestamp, pfpsm }) => (
                  <li key={broadcast}>
                    <SubjectCard
                      name={user}
                      picture={pfpsm}
                      link={
                        <Link to="/broadcast/$id" params={{ id: String(broadcast) }}>
                          {title}
                        </Link>
                      }
                      note={`${user}, `}
                      at={timestamp}
                    />
                  </li>
                ))}
              </Stack>
            </>
          )
        }
      </QueryState>
    </Stack>
  )
}
