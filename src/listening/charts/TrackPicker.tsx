import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { cardClass } from '#src/ui/Card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Names } from '#src/ui/Names.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { type PickerFallback, pickerTracksQuery, type Song } from '../queries.ts'
import type { SharedNames } from '../shared-links/SharedTrackForm.tsx'
import { filterSongs } from './filter-songs.ts'
import * as css from './TrackPicker.css.ts'
import { useMusicSearch } from './useMusicSearch.ts'

interface TrackPickerProps {
  member: string
  label: string
  chosen: Song | undefined
  /** A track that was chosen elsewhere: offered first if it is not among the others. */
  extra?: Song | undefined
  onChoose: (song: Song) => void
  /**
   * Takes the track from a link that was pasted into the filter. Resolves to undefined, or to the
   * reason for which it cannot be chosen. Without it links are not read.
   */
  onPaste?: ((names: SharedNames, link: string) => Promise<string | undefined>) | undefined
  /** Also offers tracks that other members have played, by a search. */
  isSearching?: boolean
  /** Shown without plays in the last month: all time unless the server refuses old tracks. */
  fallback?: PickerFallback
  empty?: ReactNode
}

const fallbackNotes: Record<PickerFallback, string> = {
  '12month': 'You have played nothing in the last month. These are your tracks of the last 12 months.',
  overall: 'You have played nothing in the last month. These are your tracks of all time.',
}

/** Offers the tracks of a longer period if there are no recent ones. */
export function TrackPicker({ member, fallback = 'overall', empty, extra, ...rest }: TrackPickerProps) {
  const recent = useLive(pickerTracksQuery(member, '1month'))
  const isOutOfDate = recent.value?.length === 0
  const older = useLive(pickerTracksQuery(member, fallback), { enabled: isOutOfDate })
  const live = isOutOfDate ? older : recent
  return (
    <Stack as="section" gap="m">
      <Heading level={2} look="row">
        {rest.label}
      </Heading>
      <QueryState
        live={live}
        loading={
          <Skeleton shape="row" count={4}>
            Loading tracks...
          </Skeleton>
        }
        failed="Failed to fetch tracks"
      >
        {(played) => {
          const songs = extra && !played.some(({ id }) => id === extra.id) ? [extra, ...played] : played
          if (songs.length === 0 && rest.isSearching !== true) return empty
          return (
            <Stack gap="m">
              {isOutOfDate && songs.length > 0 && <Text tone="quiet">{fallbackNotes[fallback]}</Text>}
              <Choices {...rest} songs={songs} />
              {songs.length === 0 && empty}
            </Stack>
          )
        }}
      </QueryState>
    </Stack>
  )
}

/** A filter with it is no track or artist name. */
const LINK_SIGN = '://'

type ChoicesProps = Omit<TrackPickerProps, 'member' | 'fallback' | 'empty' | 'extra'> & { songs: readonly Song[] }

const loadPastedLink = () => import('../shared-links/PastedLink.tsx').then(({ PastedLink }) => PastedLink)

function Choices({ songs, label, chosen, onChoose, onPaste, isSearching = false }: ChoicesProps) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [hasFocus, setFocus] = useState(false)
  const pasted = onPaste !== undefined && typed.includes(LINK_SIGN) ? typed : undefined
  const search = useMusicSearch(typed, isSearching && !typed.includes(LINK_SIGN))
  const matches = pasted === undefined ? filterSongs(songs, typed) : []
  const isBesideOthers = search.state === 'on' && search.live.error === null && search.live.value !== null
  const own = isBesideOthers ? matches.slice(0, OWN_BESIDE_OTHERS) : matches
  const others = search.state === 'on' ? (search.live.value ?? []) : []
  const found = [...own, ...others.filter(({ id }) => !own.some((song) => song.id === id))]
  const placeholder = isSearching ? 'Search tracks' : onPaste ? 'Filter, or paste a link' : 'Filter by track or artist'
  const at = Math.min(active, found.length - 1)
  const optionId = (index: number) => `${listId}-${index}`

  const renderChoice = (song: Song, index: number) => (
    <Choice
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

  const note = search.state === 'on' && <SearchNote live={search.live} hasOthers={found.length > own.length} />

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
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
        }}
      />
      {search.state === 'offline' && <Text tone="quiet">You are offline: only your own tracks are searched.</Text>}
      {found.length === 0 && songs.length > 0 && pasted === undefined && search.state !== 'on' && (
        <Text tone="quiet">No tracks found</Text>
      )}
      {pasted !== undefined && onPaste && (
        <LazyComponent
          load={loadPastedLink}
          props={{
            text: pasted,
            onUse: async (names: SharedNames, link: string) => {
              const problem = await onPaste(names, link)
              if (problem === undefined) setTyped('')
              return problem
            },
          }}
          fallback={<Text tone="quiet">Reading the link...</Text>}
        />
      )}
      {!isBesideOthers && note}
      <div id={listId} role="listbox" aria-label={label} className={css.list}>
        {own.map(renderChoice)}
        {found.length > own.length && (
          <div role="group" aria-label={OTHERS} className={css.list}>
            <Text tone="quiet">{OTHERS}</Text>
            {found.slice(own.length).map((song, place) => renderChoice(song, own.length + place))}
          </div>
        )}
      </div>
      {isBesideOthers && note}
    </Stack>
  )
}

/** How many own tracks are above those by others: all of them would hide the others. */
const OWN_BESIDE_OTHERS = 5
const OTHERS = 'Played by other members'

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
      {(others) =>
        others !== null &&
        !hasOthers && <Text tone="quiet">No other members have played a track with these words.</Text>
      }
    </QueryState>
  )
}

interface ChoiceProps {
  id: string
  song: Song
  isChosen: boolean
  isActive: boolean
  onChoose: () => void
}

function Choice({ id, song, isChosen, isActive, onChoose }: ChoiceProps) {
  return (
    // The text field handles the keys: it retains the focus and names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(css.choice, cardClass({ pad: 's', chosen: isChosen }), isActive && css.active)}
      onClick={onChoose}
    >
      <Sleeve artist={song.artist} title={song.name} size="s" />
      <Names
        name={song.name}
        note={
          <>
            {song.artist}
            {song.playCount > 0 && ` · ${countText(song.playCount, 'play')}`}
          </>
        }
        isCut
      />
    </div>
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
