import type { ReactNode } from 'react'
import { SignUpCard } from '#src/accounts/session/SignUpCard.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import type { LiveQuery } from '#src/cache/live.ts'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader, type ScreenHeaderProps } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { parseArtistId } from '#src/listening/artist-id.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ShareButton } from '#src/ui/ShareButton.tsx'

interface MusicScreenProps {
  kind: 'Track' | 'Album'
  text: string
  /** `member` is null for a visitor. */
  children: (id: number, member: string | null) => ReactNode
}

export function MusicScreen({ kind, text, children }: MusicScreenProps) {
  const { member } = useSession()
  const id = parseArtistId(text)
  const actions: ScreenHeaderProps['actions'] = id !== undefined && (
    <>
      <RefreshButton />
      <ShareButton label={`Share ${kind}`} title={kind} path={`/${kind.toLowerCase()}/${text}`} />
    </>
  )
  return (
    <Screen isSpread header={<ScreenHeader title={kind} back={useWayBack()} actions={actions} />}>
      {id === undefined ? <EmptyState text={`${kind} not found`} /> : children(id, member)}
    </Screen>
  )
}

interface InvitationIfMissingProps<A, V> {
  query: LiveQuery<A, V>
  hasContent: (value: V) => boolean
}

/** The invitation where the page that contains it otherwise could not be loaded, or does not exist. */
export function InvitationIfMissing<A, V>({ query, hasContent }: InvitationIfMissingProps<A, V>) {
  const { value, error } = useLive(query)
  const isMissing = value === undefined ? error !== null : !hasContent(value)
  return isMissing && <MusicInvitation />
}

export const MusicInvitation = () => (
  <SignUpCard title="Hear what others play">
    Members share the tracks they listen to, swap them, and see how often they played each one.
  </SignUpCard>
)
