import { useQueryClient } from '@tanstack/react-query'
import type { UserProfile } from '#contract/accounts/user-profile.ts'
import { blocksDoneHere } from '#src/accounts/blocks/overlay.ts'
import { PersonRow } from '#src/accounts/people/PersonRow.tsx'
import { FoundUsers } from '#src/accounts/search/FoundUsers.tsx'
import { getTrack } from '#src/broadcasts/get-track.ts'
import { BroadcastLinks } from '#src/broadcasts/of-track/BroadcastLinks.tsx'
import { QueryState, useIsOffline } from '#src/cache/QueryState.tsx'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { MusicList } from '#src/listening/music/MusicList.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { findStored, type StoredMatches, type StoredMusic, type StoredPerson } from './find-stored.ts'
import { searchQueries } from './search-queries.ts'

const KINDS = [
  ['artists', 'Artists'],
  ['albums', 'Albums'],
  ['tracks', 'Tracks'],
] as const

type Music = Pick<StoredMatches, 'artists' | 'albums' | 'tracks'>

/** Without a connection, matches are from the responses on this device. */
export function SearchResults({ term, onOpen }: { term: string; onOpen: () => void }) {
  const queries = searchQueries(term)
  const people = useLive(queries.people)
  const music = useLive(queries.music)
  const broadcasts = useLive(queries.broadcasts)
  const isOffline = [useIsOffline(people), useIsOffline(music), useIsOffline(broadcasts)].some(Boolean)
  if (isOffline) return <OnDevice term={term} />
  return (
    // Links handle the presses; a press that moves the focus bubbles up here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={({ target }) => target instanceof Element && target.closest('a') !== null && onOpen()}>
      <Panes
        lead={<FoundMusic live={music} />}
        side={
          <>
            <FoundPeople live={people} />
            <QueryState live={broadcasts} loading={null} failed="Failed to search broadcasts">
              {(found) =>
                found.length > 0 && (
                  <Section title="Broadcasts" gap="s">
                    <BroadcastLinks
                      broadcasts={found.map((row) => ({ ...row, pfpsm: row.user_pfp_sm, track: getTrack(row) }))}
                    />
                  </Section>
                )
              }
            </QueryState>
          </>
        }
      />
    </div>
  )
}

/** Nothing on a host without this search. */
const FoundMusic = ({ live }: { live: Live<Music | null> }) => (
  <QueryState live={live} loading={<Skeleton shape="row">Searching music...</Skeleton>} failed="Failed to search music">
    {(found) =>
      KINDS.some(([kind]) => found[kind].length > 0) ? (
        <MusicSections found={found} />
      ) : (
        <Text tone="quiet">No artist, album or track with these words has been played here.</Text>
      )
    }
  </QueryState>
)

const MusicSections = ({ found }: { found: Music }) =>
  KINDS.map(([kind, title]) => {
    const rows: readonly StoredMusic[] = found[kind]
    return (
      rows.length > 0 && (
        <Section key={kind} title={title} gap="s">
          <MusicList kind={kind} label={title} rows={rows} />
        </Section>
      )
    )
  })

const FoundPeople = ({ live }: { live: Live<UserProfile[]> }) => (
  <Section title="People" gap="s">
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={2} />}
      failed="Failed to search user"
      empty={<NoUsers />}
    >
      {(found) => <FoundUsers found={found} />}
    </QueryState>
  </Section>
)

const NoUsers = () => (
  <>
    <Text strong>User not found</Text>
    <Text tone="quiet">No user found with that username</Text>
    <Text tone="quiet">Try entering a more complete username</Text>
  </>
)

/** What the device has for a term: responses that screens and downloads have stored. */
function OnDevice({ term }: { term: string }) {
  const cache = useQueryClient().getQueryCache()
  const blocked = blocksDoneHere(useOutboxSnapshot()).map(({ username }) => username)
  const found = findStored(cache.getAll(), term)
  const people = found.people.filter(({ name }) => !blocked.includes(name))
  const broadcasts = found.broadcasts.filter(({ user }) => !blocked.includes(user))
  const isEmpty = KINDS.every(([kind]) => found[kind].length === 0) && people.length + broadcasts.length === 0
  if (isEmpty)
    return (
      <EmptyState
        icon="search"
        text="Nothing on this device has these words"
        more="The search continues when you are back online."
      />
    )
  return (
    <>
      <Note>You are offline. These results are stored on this device.</Note>
      <MusicSections found={found} />
      {people.length > 0 && (
        <Section title="People" gap="s">
          <StoredPeople people={people} />
        </Section>
      )}
      {broadcasts.length > 0 && (
        <Section title="Broadcasts" gap="s">
          <BroadcastLinks broadcasts={broadcasts} />
        </Section>
      )}
    </>
  )
}

/** Members on the device: their rows request nothing. */
const StoredPeople = ({ people }: { people: readonly StoredPerson[] }) => (
  <Card pad="none">
    <ul {...listRole} aria-label="Matches">
      {people.map(({ name, picture: pfpsm }) => (
        <li key={name}>
          <PersonRow person={{ name, pfpsm }} isStill={false} />
        </li>
      ))}
    </ul>
  </Card>
)
