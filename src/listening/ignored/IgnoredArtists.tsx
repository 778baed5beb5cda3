import { Link } from '@tanstack/react-router'
import type { IgnoredArtist } from '#contract/listening/ignored-artists.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { List } from '#src/ui/List.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Note } from '#src/ui/Text.tsx'
import { useSetIgnored } from './IgnoreArtist.tsx'
import { ignoredArtistsQuery } from './queries.ts'

/** The artists that the member ignores. Renders nothing on hosts without the list. */
export function IgnoredArtists({ member }: { member: string }) {
  const live = useLive(ignoredArtistsQuery(member))
  if (live.value === null) return null
  return (
    <Section title="Ignored artists">
      <Note>
        They count nowhere but among your own listens: not in charts, leaderboards, taste or reports. Ignore an artist
        on its page, or from one of your listens.
      </Note>
      <QueryState live={live} loading={<Skeleton shape="row" count={1} />} failed="Failed to load ignored artists">
        {(artists) => (
          <List of={artists} toKey={({ id }) => id} empty="You don't ignore any artist.">
            {(artist) => <Ignored member={member} artist={artist} />}
          </List>
        )}
      </QueryState>
    </Section>
  )
}

function Ignored({ member, artist }: { member: string; artist: IgnoredArtist }) {
  const setIgnoredTo = useSetIgnored(member, artist)
  return (
    <Card>
      <Row justify="between" wrap>
        <Link to="/artist/$id" params={{ id: String(artist.id) }}>
          <bdi>{artist.name}</bdi>
        </Link>
        <RowButton aria-label={`Count ${artist.name} again`} onClick={() => void setIgnoredTo(false)}>
          Count Again
        </RowButton>
      </Row>
    </Card>
  )
}
