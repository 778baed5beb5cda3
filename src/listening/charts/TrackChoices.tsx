import { type KeyboardEvent, useId, useState } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import type { Live } from '#src/cache/useLive.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import type { Song } from '../queries.ts'
import type { SharedNames } from '../shared-links/SharedTrackForm.tsx'
import { filterSongs } from './filter-songs.ts'
import { TrackChoice } from './TrackChoice.tsx'
import * as css from './TrackPicker.css.ts'
import { useMusicSearch } from './useMusicSearch.ts'

export interface TrackChoicesProps {
  label: string
  chosen: Song | undefined
  onChoose: (song: Song) => void
  /**
   * Takes the track from a link that was pasted into the filter. Resolves to undefined, or to the
   * reason for which it cannot be chosen. Without it links are not read.
   */
  onPaste?: ((names: SharedNames, link: string) => Promise<string | undefined>) | undefined
  /** Also offers tracks that other members have played, by a search. */
  isSearching?: boolean
}

/** Songs to choose one from, with a field that filters them, searches and reads links. */
export function TrackChoices(props: TrackChoicesProps & { songs: readonly Song[] }) {
  const { songs, label, chosen, onChoose, onPaste, isSearching = false } = props
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [hasFocus, setFocus] = useState(false)
  const { pasted, search, own, others, isBesideOthers } = useMatches(songs, typed, isSearching, onPaste !== undefined)
  const found = [...own, ...others]
  const placeholder = isSearching ? 'Search tracks' : onPaste ? 'Filter, or paste a link' : 'Filter by track or artist'
  const at = Math.min(active, found.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  const renderChoice = (song: Song, index: number) => (
    <TrackChoice
      key={song.id}
      id={optionId(index)}
      song={song}
      isChosen={song.id === chosen?.id}
      isActive={hasFocus && index === at}
      onChoose={() => {
        setActive(index)
        onChoose(song)
      }}
    />
  )

  const note = search.state === 'on' && <SearchNote live={search.live} hasOthers={others.length > 0} />

  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveIndex(event.key, at, found.length)
    const song = found[at]
    if (next !== undefined) {
      setActive(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && song) onChoose(song)
    else return
    event.preventDefault()
  }

  return (
    <Stack gap="m">
      <TextField
        label={label}
        hideLabel
        icon="search"
        placeholder={placeholder}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? optionId(at) : undefined}
        autoComplete="off"
        value={typed}
        onKeyDown={onKeyDown}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onChange={(text) => {
          setTyped(text)
          setActive(0)
        }}
      />
      {search.state === 'offline' && <Text tone="quiet">You are offline: only your own tracks are searched.</Text>}
      {found.length === 0 && songs.length > 0 && pasted === undefined && search.state !== 'on' && (
        <Text tone="quiet">No tracks found</Text>
      )}
      {pasted !== undefined && onPaste && <Pasted text={pasted} onPaste={onPaste} onUsed={() => setTyped('')} />}
      {!isBesideOthers && note}
      <div id={listId} role="listbox" aria-label={label} className={css.list}>
        {own.map(renderChoice)}
        {others.length > 0 && (
          <div role="group" aria-label={OTHERS} className={css.list}>
            <Text tone="quiet">{OTHERS}</Text>
            {others.map((song, place) => renderChoice(song, own.length + place))}
          </div>
        )}
      </div>
      {isBesideOthers && note}
    </Stack>
  )
}

/** A filter with it is no track or artist name. */
const LINK_SIGN = '://'
/** How many own tracks are above those by others: all of them would hide the others. */
const OWN_BESIDE_OTHERS = 5
const OTHERS = 'Played by other members'

/** Returns the pasted link, or the own tracks and those of others that match the filter. */
function useMatches(songs: readonly Song[], typed: string, isSearching: boolean, readsLinks: boolean) {
  const isLink = typed.includes(LINK_SIGN)
  const pasted = readsLinks && isLink ? typed : undefined
  const search = useMusicSearch(typed, isSearching && !isLink)
  const live = search.state === 'on' ? search.live : undefined
  const matches = pasted === undefined ? filterSongs(songs, typed) : []
  const isBesideOthers = live !== undefined && live.error === null && live.value !== null
  const own = isBesideOthers ? matches.slice(0, OWN_BESIDE_OTHERS) : matches
  const others = (live?.value ?? []).filter(({ id }) => !own.some((song) => song.id === id))
  return { pasted, search, own, others, isBesideOthers }
}

const loadPastedLink = () => import('../shared-links/PastedLink.tsx').then(({ PastedLink }) => PastedLink)

interface PastedProps {
  text: string
  onPaste: NonNullable<TrackChoicesProps['onPaste']>
  onUsed: () => void
}

function Pasted({ text, onPaste, onUsed }: PastedProps) {
  const onUse = async (names: SharedNames, link: string) => {
    const problem = await onPaste(names, link)
    if (problem === undefined) onUsed()
    return problem
  }
  return (
    <LazyComponent
      load={loadPastedLink}
      props={{ text, onUse }}
      fallback={<Text tone="quiet">Reading the link...</Text>}
    />
  )
}

/** The search state for other members' tracks: below them, and above own ones alone. */
function SearchNote({ live, hasOthers }: { live: Live<readonly Song[] | null>; hasOthers: boolean }) {
  return (
    <QueryState
      live={live}
      loading={
        <Skeleton shape="row" count={4}>
          Searching music...
        </Skeleton>
      }
      failed="Failed to search music"
    >
      {() => !hasOthers && <Text tone="quiet">No other members have played a track with these words.</Text>}
    </QueryState>
  )
}

function moveIndex(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
