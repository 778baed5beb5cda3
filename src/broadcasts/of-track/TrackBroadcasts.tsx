import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { BroadcastLinks } from './BroadcastLinks.tsx'
import { trackBroadcastsQuery } from './queries.ts'

export function TrackBroadcasts({ id }: { id: number }) {
  const live = useLive(trackBroadcastsQuery(id))
  return (
    <Section title="Broadcasts of this track">
      <QueryState live={live} loading={<Skeleton shape="row" count={2} />} failed="Failed to load broadcasts">
        {(broadcasts) => <BroadcastLinks broadcasts={broadcasts} empty="Nobody has broadcast this track yet." />}
      </QueryState>
    </Section>
  )
}
