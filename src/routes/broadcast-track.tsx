import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { useSession } from '#src/accounts/session/session.ts'
import { ShareForm } from '#src/broadcasts/ShareForm.tsx'
import { prefetchLive } from '#src/cache/live.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { pickerTracksQuery } from '#src/listening/queries.ts'
import { discardTrackDrafts } from '#src/listening/shared-links/useSharedDrafts.ts'

export const Route = createFileRoute('/broadcast-track')({
  /** A track that is chosen already; parsed where it is used: `parseChosenSong`. */
  validateSearch: (search: { track?: string; title?: string; artist?: string; link?: string }) => search,
  staticData: { title: 'Broadcast a Track', beside: 'company' },
  loader: ({ context: { client, member } }) => {
    if (member !== null) prefetchLive(client, pickerTracksQuery(member))
  },
  component: BroadcastTrack,
})

function BroadcastTrack() {
  const { member } = useSession()
  const client = useQueryClient()
  return (
    <Screen header={<ScreenHeader title="Broadcast a Track" back={{ label: 'Back to Feed', to: '/' }} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to continue" />
      ) : (
        <ShareForm
          member={member}
          onPosted={({ artist, name }) => void discardTrackDrafts(client, { artist, title: name })}
        />
      )}
    </Screen>
  )
}
