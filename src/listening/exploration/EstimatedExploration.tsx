import { isSameName } from '#contract/accounts/names.ts'
import type { Artist, TopArtist } from '#contract/listening/charts.ts'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { useLives } from '#src/cache/useLives.ts'
import { Note } from '#src/ui/Text.tsx'
import { topArtistsQuery, topListenersQuery } from '../queries.ts'
import type { SeaItem } from './ExplorationChart.tsx'
import { ExplorationPicture } from './ExplorationPicture.tsx'
import { type ZoneName, zoneByPlace } from './zones.ts'

/** Listeners in the sea: each needs a request for their top artists. */
const EXPLORERS = 5

/** For a host that counts no tracks: the spec's zones, by place among a member's top artists. */
export function EstimatedExploration({ artist, member }: { artist: Artist; member: string | null }) {
  const explorers = useEstimatedExplorers(artist, member)
  const own = useLive(topArtistsQuery(member ?? ''), { enabled: member !== null }).value
  const zone = own && estimatedZone(own, artist)
  return (
    <ExplorationPicture
      artist={artist.name}
      zone={zone}
      sea={{
        items: [...(zone ? [{ label: 'You', zone, isOwn: true }] : []), ...explorers],
        hasOthers: explorers.length > 0,
      }}
    >
      {member === null && <LogInPrompt text="Log in to see how deep you have gone" />}
      <Note>
        This server does not count tracks, so there is no ranking. A zone shows the artist's place among a member's top
        artists.
      </Note>
    </ExplorationPicture>
  )
}

function useEstimatedExplorers(artist: Artist, member: string | null): SeaItem[] {
  const listeners = useLive(topListenersQuery(artist.name, 'overall', member)).value?.topListeners ?? []
  const others = listeners
    .map(({ username }) => username)
    .filter((username) => member === null || !isSameName(username, member))
    .slice(0, EXPLORERS)
  const charts = useLives(others.map((username) => topArtistsQuery(username)))
  return others.flatMap((username, index) => {
    const chart = charts[index]?.value
    return chart ? [explorer(username, estimatedZone(chart, artist))] : []
  })
}

const explorer = (username: string, zone: ZoneName): SeaItem => ({
  label: username,
  zone,
  link: { to: '/profile/$username', params: { username } },
})

function estimatedZone(chart: readonly TopArtist[], artist: Artist): ZoneName {
  const index = chart.findIndex(({ id }) => id === artist.id)
  return zoneByPlace(index === -1 ? undefined : index + 1)
}
