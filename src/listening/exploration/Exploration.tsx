import { isSameName } from '#contract/accounts/names.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getExploration } from '#contract/listening/charts.ts'
import { KNOWN_MIN } from '#contract/listening/zones.ts'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { Note, Text } from '#src/ui/Text.tsx'
import type { SeaItem } from './ExplorationChart.tsx'
import { ExplorationPicture } from './ExplorationPicture.tsx'
import { zoneAt } from './zones.ts'

interface ExplorationProps {
  response: ResponseOf<typeof getExploration>
  member: string | null
}

/** How deep the member and others have gone into an artist, as counted by the host. */
export function Exploration({ response, member }: ExplorationProps) {
  const { artist, known_tracks, heard_tracks, percentile, explorers, viewer } = response
  // After the session has ended the response is a visitor's: its zeros are not the member's.
  const isOwn = member !== null && viewer !== undefined && isSameName(viewer, member)
  const unknown = findWhyUnknown(response, isOwn)
  if (unknown !== undefined)
    return (
      <ExplorationPicture artist={artist}>
        <Text tone="quiet">{unknown}</Text>
      </ExplorationPicture>
    )
  const depth = heard_tracks / known_tracks
  const others = explorers.filter(({ username }) => member === null || !isSameName(username, member))
  return (
    <ExplorationPicture
      artist={artist}
      zone={isOwn ? zoneAt(depth) : undefined}
      ranking={percentile ?? undefined}
      sea={{
        items: [...(isOwn ? [{ label: 'You', depth, isOwn }] : []), ...others.map(asItem)],
        hasOthers: others.length > 0,
      }}
    >
      {isOwn ? (
        <Note>
          {heardText(heard_tracks, known_tracks)} {rankingText(percentile)}
        </Note>
      ) : (
        <LogInPrompt text="Log in to see how deep you have gone" />
      )}
    </ExplorationPicture>
  )
}

/** Returns why there is no depth; undefined if there is one. */
function findWhyUnknown({ known_tracks, heard_tracks, explorers }: ExplorationProps['response'], isOwn: boolean) {
  if (known_tracks < KNOWN_MIN) {
    const tracks = known_tracks === 1 ? 'track of theirs is' : 'tracks of theirs are'
    return `Only ${known_tracks} ${tracks} known here: too few to say how deep anyone has gone.`
  }
  const listeners = [...(isOwn && heard_tracks > 0 ? ['you have'] : []), ...explorers.map(toListener)]
  // All known tracks are from the only listener.
  return listeners.length === 1 ? `Only ${listeners[0]} played them here: there is nothing to compare with.` : undefined
}

const toListener = ({ username }: { username: string }) => `${username} has`

const asItem = ({ username, depth }: { username: string; depth: number }): SeaItem => ({
  label: username,
  depth,
  link: { to: '/profile/$username', params: { username } },
})

const heardText = (heard: number, known: number) =>
  `You have heard ${inThousands(heard)} of the ${inThousands(known)} tracks known here.`

const rankingText = (percentile: number | null) =>
  percentile === null ? '' : `That is more than ${Math.round(percentile)}% of the artist's other listeners here.`
