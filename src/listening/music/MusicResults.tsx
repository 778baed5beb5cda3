import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { MusicList } from './MusicList.tsx'
import { searchMusicQuery } from './queries.ts'

const sections = [
  ['artists', 'Artists'],
  ['albums', 'Albums'],
  ['tracks', 'Tracks'],
] as const

/** The longest term that the server searches for. */
const TERM_MAX = 100

/**
 * Artists, albums and tracks that a search finds beside members. Renders nothing on a host without
 * them.
 */
export function MusicResults({ term }: { term: string }) {
  const live = useLive(searchMusicQuery(term.slice(0, TERM_MAX)))
  return (
    <QueryState live={live} loading="Searching music..." failed="Failed to search music">
      {(found) => {
        if (found === null) return null
        const isEmpty = sections.every(([kind]) => found[kind].length === 0)
        return (
          <Stack gap="l">
            {isEmpty && <Text tone="quiet">No artist, album or track with these words has been played here.</Text>}
            {sections.map(
              ([kind, label]) =>
                found[kind].length > 0 && (
                  <Stack key={kind} as="section" gap="s">
                    <Heading level={2}>{label}</Heading>
                    <MusicList kind={kind} label={label} rows={found[kind]} />
                  </Stack>
                ),
            )}
          </Stack>
        )
      }}
    </QueryState>
  )
}
