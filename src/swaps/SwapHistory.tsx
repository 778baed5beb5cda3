import { useState } from 'react'
import { Refused, ServerError } from '#src/api/errors.ts'
import { ListFoot } from '#src/cache/PagedList.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { PlaylistButton } from '#src/listening/playlist/PlaylistButton.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { ChoiceChips } from '#src/ui/ChoiceChips.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { VirtualList, VirtualListAside } from '#src/ui/VirtualList.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { asHistory, countByStatus, filterHistory, type HistoryItem, waitingFirst } from './history.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { readReceivedTracks } from './queries.ts'
import { statusLabels } from './StatusBadge.tsx'
import { SwapCard } from './SwapCard.tsx'
import * as css from './SwapHistory.css.ts'
import type { SwapStatus } from './status.ts'
import { useSwaps } from './useSwaps.ts'

interface HistoryProps {
  member: string
  /** The status to show; undefined for all. */
  status: SwapStatus | undefined
  onStatus: (status: SwapStatus | undefined) => void
  /** In an aside, which scrolls on its own. */
  isAside?: boolean
}

/** A member's swaps, newest first; an aside begins with those that wait for the member. */
export function SwapHistory({ member, status, onStatus, isAside = false }: HistoryProps) {
  const live = useSwaps(member)
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="card" count={4} />}
      failed={<Failure error={live.error} />}
      empty={
        // The screen beside says what to do.
        isAside ? (
          <Note>No track swaps yet</Note>
        ) : (
          <EmptyState
            icon="swap"
            text="No track swaps yet"
            action={<ButtonLink to="/track-swap-entry">Start Your First Swap</ButtonLink>}
          />
        )
      }
    >
      {(swaps) => (
        <>
          <Swaps {...{ swaps, member, status, onStatus, isAside }} />
          {live.olderPage && <ListFoot pages={live.olderPage} failed="Failed to fetch track swaps" />}
        </>
      )}
    </QueryState>
  )
}

function Failure({ error }: { error: unknown }) {
  const hasStatus = error instanceof Refused || (error instanceof ServerError && error.statusText !== undefined)
  const status = hasStatus ? `: ${error.status} ${error.statusText}` : ''
  return (
    <>
      <Text strong>Error</Text>
      <Text>Failed to fetch track swaps{status}</Text>
    </>
  )
}

/** At most this many swaps are shown without a filter. */
const FEW = 5
const toKey = ({ swap }: HistoryItem) => getSwapId(swap)
const toHeight = () => 170

function Swaps({ swaps, member, status, onStatus, isAside = false }: HistoryProps & { swaps: readonly ShownSwap[] }) {
  const [typed, setTyped] = useState('')
  const items = isAside ? waitingFirst(asHistory(swaps, member)) : asHistory(swaps, member)
  const List = isAside ? VirtualListAside : VirtualList
  const shown = filterHistory(items, member, { status, typed })
  return (
    <Stack gap="l">
      <StatusFilter items={items} status={status} onStatus={onStatus} />
      {items.length > FEW && (
        <TextField
          label="Filter by member or track"
          hideLabel
          icon="search"
          type="search"
          placeholder="Member or track"
          value={typed}
          onChange={setTyped}
        />
      )}
      <VisuallyHidden>
        <span aria-live="polite">{shown.length} shown</span>
      </VisuallyHidden>
      {shown.length === 0 ? (
        <EmptyState icon="search" text="No matching swaps." />
      ) : (
        <List label="Track swaps" name="swaps" items={shown} {...{ toKey, toHeight }}>
          {(item) => (
            <div className={css.row}>
              <SwapCard item={item} member={member} />
            </div>
          )}
        </List>
      )}
    </Stack>
  )
}

interface StatusFilterProps {
  items: readonly HistoryItem[]
  status: SwapStatus | undefined
  onStatus: (status: SwapStatus | undefined) => void
}

/** Swap counts by status, as a radio group that selects the status to show. */
function StatusFilter({ items, status, onStatus }: StatusFilterProps) {
  const counts = [{ status: undefined, count: items.length }, ...countByStatus(items)]
  const choices = counts.map(({ status: value, count }) => ({
    value,
    label: `${value === undefined ? 'All' : statusLabels[value]} ${count}`,
  }))
  return (
    <ChoiceChips
      legend="Show"
      isLegendHidden
      name="swap-status"
      choices={choices}
      chosen={status}
      onChoose={onStatus}
    />
  )
}

/** Takes the tracks along that others sent in swaps, the newest first. */
export const ReceivedPlaylist = ({ member }: { member: string }) => (
  <PlaylistButton title="Tracks received in swaps" read={() => readReceivedTracks(member)} />
)
