import type { ReactNode } from 'react'
import type { Artist } from '#contract/listening/charts.ts'
import { isNotFound } from '#src/api/errors.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { artistQuery } from './queries.ts'

interface KnownArtistProps {
  id: number
  loading?: ReactNode
  children: (artist: Artist) => ReactNode
}

/** Renders `children` with a known artist; otherwise the reason why there is none. */
export function KnownArtist({ id, loading = <LoadingArtist />, children }: KnownArtistProps) {
  const live = useLive(artistQuery(id))
  if (live.value === undefined && isNotFound(live.error)) return <ArtistNotFound />
  return (
    <QueryState live={live} loading={loading} failed="Failed to load the artist">
      {({ artist }) => (artist === null ? <ArtistNotFound /> : children(artist))}
    </QueryState>
  )
}

export function ArtistNotFound() {
  return <EmptyState text="Artist not found" link={{ text: 'Back to Profile', to: '/profile' }} />
}

/** Shown while an artist is loading: the back link is available. */
export function LoadingArtist() {
  return <EmptyState text="Loading artist…" link={{ text: 'Back to Home', to: '/' }} />
}
