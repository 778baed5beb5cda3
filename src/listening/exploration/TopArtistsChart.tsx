import type { TopArtist } from '#contract/listening/charts.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { ArtistLinks } from '../ArtistLinks.tsx'
import { isListeningHiddenQuery, topArtistsQuery } from '../queries.ts'
import * as css from './ExplorationChart.css.ts'
import { ExplorationChart, type SeaItem } from './ExplorationChart.tsx'
import { zoneByPlace } from './zones.ts'

/** `isOwn`: the viewer's own. */
export function TopArtistsChart({ user, isOwn = false }: { user: string; isOwn?: boolean }) {
  const isHidden = useLive(isListeningHiddenQuery(user)).value === true
  const title = isOwn ? 'How deep you go' : `How deep ${user} goes`
  return (
    <Section title={title}>
      <QueryState
        live={useLive(topArtistsQuery(user))}
        loading={
          <div className={css.reserved}>
            <Skeleton shape="fill" count={1} />
          </div>
        }
        failed="Failed to load top artists"
        empty={<Text tone="quiet">{isHidden ? `${user} hides their listening.` : 'No top artists found'}</Text>}
      >
        {(artists) => <ZonedArtists label={title} artists={artists} who={isOwn ? 'you have' : `${user} has`} />}
      </QueryState>
    </Section>
  )
}

interface ZonedArtistsProps {
  label: string
  artists: readonly TopArtist[]
  /** The member with its verb: "you have". */
  who: string
}

function ZonedArtists({ label, artists, who }: ZonedArtistsProps) {
  const isEstimate = artists.some(({ depth, known_tracks }) => depth === undefined && known_tracks === undefined)
  const placed = isEstimate ? artists : artists.filter(({ depth }) => depth !== undefined)
  const unplaced = artists.filter((artist) => !placed.includes(artist))
  return (
    <>
      {placed.length > 0 && (
        <>
          <ExplorationChart label={label} items={placed.map(toItem)} />
          <Note>
            {isEstimate
              ? "An estimate from each artist's place among the most played. This server does not count tracks."
              : `The most played artists of all time. The percentage is the share of an artist's tracks known here that ${who} played; the zone follows from it.`}
          </Note>
        </>
      )}
      <ArtistLinks label="Too little known to say" artists={unplaced} />
    </>
  )
}

const toItem = ({ id, name, depth }: TopArtist, index: number): SeaItem => ({
  label: name,
  link: { to: '/artist/$id', params: { id: String(id) } },
  ...(depth === undefined ? { zone: zoneByPlace(index + 1) } : { depth }),
})
