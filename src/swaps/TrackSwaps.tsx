import { Link } from '@tanstack/react-router'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { List } from '#src/ui/List.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { SubjectCard } from '#src/ui/SubjectCard.tsx'
import { trackSwapsQuery } from './queries.ts'

export function TrackSwaps({ id, member }: { id: number; member: string }) {
  const live = useLive(trackSwapsQuery(member, id))
  return (
    <Section title="Your swaps of this track">
      <QueryState live={live} loading={<Skeleton shape="row" count={2} />} failed="Failed to fetch track swaps">
        {(swaps) => (
          <List of={swaps} toKey={({ id: swap }) => swap} empty="You have not swapped this track yet.">
            {({ id: swap, partner, pfpsm, rating, completed_timestamp }) => (
              <SubjectCard
                name={partner}
                picture={pfpsm}
                link={
                  <Link to="/track-swap-detail" search={{ id: String(swap) }}>
                    Swap with {partner}
                  </Link>
                }
                note={rating === null ? '' : `Rated ${rating} of 5, `}
                at={completed_timestamp}
              />
            )}
          </List>
        )}
      </QueryState>
    </Section>
  )
}
