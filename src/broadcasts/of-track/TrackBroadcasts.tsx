import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { BroadcastLinks } from './BroadcastLinks.tsx'
import { trackBroadcastsQuery } from './queries.ts'

/** A track's newest broadcasts, each with a link to it. */
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
              <BroadcastLinks broadcasts={broadcasts} />
            </>
          )
        }
      </QueryState>
    </Stack>
  )
}
