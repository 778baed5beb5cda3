import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { nameKey } from '#contract/accounts/names.ts'
import { useIsOffline } from '#src/cache/QueryState.tsx'
import { TryAgain } from '#src/cache/TryAgain.tsx'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { footBar } from '#src/ui/FootBar.css.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { startSwap } from './actions.ts'
import { MatchCard } from './MatchCard.tsx'
import { MatchSearch } from './MatchSearch.tsx'
import { NextMatch } from './NextMatch.tsx'
import { PeopleHere } from './PeopleHere.tsx'
import { matchFailureText } from './queries.ts'
import { SendBar } from './SwapTextField.tsx'
import { SwapTrackPicker } from './SwapTrackPicker.tsx'
import { type ChosenTrack, clearSwapId, type Match, storeMatch, storeTrack, useStored } from './stored.ts'
import { TasteLine } from './TasteLine.tsx'
import { type MatchState, useMatch } from './useMatch.ts'
import { useSwapText } from './useSwapText.ts'

interface TrackSwapProps {
  member: string
  /** The search term; undefined while the search is closed. */
  find: string | undefined
  onFind: (term: string | undefined) => void
  onSent?: ((track: ChosenTrack) => void) | undefined
}

export function TrackSwap({ member, find, onFind, onSent }: TrackSwapProps) {
  const state = useMatch(member)
  const choose = (match: Match) => {
    storeMatch(match)
    onFind(undefined)
  }
  const backToRandom = () => {
    state.backToRandom()
    onFind(undefined)
  }
  return (
    <Panes
      // Without a match there are no tracks to choose from.
      at={find === undefined && !state.match && hasNoMatch(state.found) ? 'alone' : 'after'}
      isSticky
      side={
        <Stack gap="m">
          {find === undefined && <MatchFound state={state} member={member} onChoose={choose} />}
          <Button
            block
            variant="quiet"
            aria-expanded={find !== undefined}
            onClick={() => onFind(find === undefined ? '' : undefined)}
          >
            Find User
          </Button>
        </Stack>
      }
    >
      {find !== undefined ? (
        <MatchSearch member={member} term={find} onSearch={onFind} onChoose={choose} onRandom={backToRandom} />
      ) : (
        state.match && (
          <SendSwap key={nameKey(state.match.username)} member={member} match={state.match} onSent={onSent} />
        )
      )}
    </Panes>
  )
}

const hasNoMatch = ({ error, value }: MatchState['found']) => error !== null || value?.profile === null

interface MatchFoundProps {
  state: MatchState
  member: string
  onChoose: (match: Match) => void
}

function MatchFound({ state: { match, found }, member, onChoose }: MatchFoundProps) {
  const isOffline = useIsOffline(found)
  if (match) {
    const nextMatchAt = found.value?.profile?.profile === match.username ? found.value.nextMatchAt : undefined
    return (
      <Stack gap="s">
        <MatchCard match={match}>
          <TasteLine member={member} other={match.username} />
        </MatchCard>
        {nextMatchAt !== undefined && <NextMatch at={nextMatchAt} />}
      </Stack>
    )
  }
  const retry = <TryAgain live={found} />
  if (isOffline) return <PeopleHere member={member} onChoose={onChoose} action={retry} />
  if (found.isFetching && found.error === null) return <Finding />
  if (found.error !== null)
    return <Alert action={<TryAgain live={found} size="s" />}>{matchFailureText(found.error)}</Alert>
  if (found.value?.profile !== null) return <Finding />
  const more = 'Try again later when more users are active'
  return <EmptyState icon="swap" text="No matches found" more={more} action={retry} />
}

const Finding = () => (
  <Skeleton shape="card" count={1}>
    Finding your match...
  </Skeleton>
)

/** The track of the swap, and its only button. The chosen track survives a reload. */
function SendSwap({ member, match, onSent }: { member: string; match: Match } & Pick<TrackSwapProps, 'onSent'>) {
  const { dispatch } = useDispatch()
  const navigate = useNavigate()
  const { track } = useStored()
  const [initial] = useState(track)
  const [isSending, setSending] = useState(false)
  const draft = useSwapText(`new:${nameKey(match.username)}`)
  const send = async () => {
    if (!track) return
    setSending(true)
    const { id: trackId, name, artist, track_url: url } = track
    const action = { user: member, matchedUser: match.username, trackId, track: name, artist, url, ...draft.args }
    const isStored = await dispatch(startSwap, action)
    if (!isStored) return setSending(false)
    onSent?.(track)
    await draft.clear()
    clearSwapId()
    await navigate({ to: '/track-swap-confirmation' })
  }
  return (
    <Stack gap="m">
      <SwapTrackPicker
        member={member}
        label="Choose a Track to Swap!"
        chosen={track}
        extra={initial}
        onChoose={storeTrack}
      />
      <div className={footBar}>
        <SendBar hasTrack={track !== undefined} draft={draft}>
          <Button block disabled={!track} busy={isSending} onClick={() => void send()}>
            Send Swap
          </Button>
        </SendBar>
      </div>
    </Stack>
  )
}
