import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { discardTrackDrafts } from '#src/listening/shared-links/useSharedDrafts.ts'
import { clearMatch } from '#src/swaps/stored.ts'
import { TrackSwap } from '#src/swaps/TrackSwap.tsx'
import { ForVisitors } from './-screens/ForVisitors.tsx'
import { prefetches } from './-swaps/prefetches.ts'

export const Route = createFileRoute('/track-swap')({
  /** `find`: the search is open, with this term. */
  validateSearch: v.object({ find: v.optional(v.string()) }),
  staticData: { title: 'Track Swap Battle' },
  loader: ({ context }) => void prefetches().then((prefetches) => prefetches.prefetchGame(context)),
  component: TrackSwapBattle,
})

function TrackSwapBattle() {
  const { member } = useSession()
  const { find } = Route.useSearch()
  const navigate = useNavigate()
  const client = useQueryClient()
  const back = {
    label: 'Back to Track Swap',
    onPress: () => {
      // Navigates first: otherwise the screen would search for a new match at once.
      void navigate({ to: '/track-swap-entry' }).then(clearMatch)
    },
  }
  return (
    <Screen isSpread header={<ScreenHeader title="Track Swap Battle" back={back} />}>
      {member === null ? (
        <ForVisitors text="Please log in to continue" />
      ) : (
        <TrackSwap
          onSent={({ artist, name }) => void discardTrackDrafts(client, { artist, title: name })}
          member={member}
          find={find}
          onFind={(term) =>
            void navigate({ to: '/track-swap', search: term === undefined ? {} : { find: term }, replace: true })
          }
        />
      )}
    </Screen>
  )
}
