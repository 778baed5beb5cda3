import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import { refetchAll } from '#src/cache/refetch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { LibraryCard } from './LibraryCard.tsx'
import { LinkLibrary } from './LinkLibrary.tsx'
import { musicLibraryQuery } from './queries.ts'

/** Poll interval in ms while the server reads the library. */
const EVERY_MS = 3000

/** Links the member's own music server, and shows what was found in it. */
export function MusicLibrarySettings({ member, children }: { member: string; children: ReactNode }) {
  const query = musicLibraryQuery(member)
  const live = useLive(query)
  const isMatching = live.value?.library?.is_matching === true
  useLive(query, isMatching ? { everyMs: EVERY_MS } : {})
  useRefetchAfter(isMatching)
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="card" count={1} />}
      failed="Failed to load your music library"
      lacking={<NoLibraries />}
    >
      {(found) => {
        if (!found.is_offered && found.library === null) return <NoLibraries />
        return (
          <Stack gap="xl">
            <Text tone="quiet">
              Play tracks from your own music server: Navidrome, Gonic, Ampache, Jellyfin or any that speaks
              OpenSubsonic. Only you hear it.
            </Text>
            {found.library === null ? (
              <LinkLibrary member={member} />
            ) : (
              <>
                <LibraryCard member={member} library={found.library} />
                {children}
              </>
            )}
          </Stack>
        )
      }}
    </QueryState>
  )
}

/** Refetches when the matching has ended: tracks on all screens then play from the library. */
function useRefetchAfter(isMatching: boolean): void {
  const client = useQueryClient()
  const wasMatching = useRef(false)
  useEffect(() => {
    if (wasMatching.current && !isMatching) void refetchAll(client)
    wasMatching.current = isMatching
  }, [client, isMatching])
}

const NoLibraries = () => <EmptyState text="This server plays no music libraries." />
