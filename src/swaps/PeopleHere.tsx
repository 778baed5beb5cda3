import type { ReactNode } from 'react'
import { peopleQuery } from '#src/accounts/people/queries.ts'
import { feedQuery } from '#src/broadcasts/queries.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import { useLive } from '#src/cache/useLive.ts'
import { conversationsQuery } from '#src/messages/queries.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { pressableCardClass } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { List } from '#src/ui/List.tsx'
import { offlineIcon } from '#src/ui/later-icons.ts'
import { Names } from '#src/ui/Names.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { peopleHere } from './people-here.ts'
import type { Match } from './stored.ts'

interface PeopleHereProps {
  member: string
  onChoose: (match: Match) => void
  action: ReactNode
}

/** Offline there is no random match: the members that this device knows can be chosen. */
export function PeopleHere({ member, onChoose, action }: PeopleHereProps) {
  const people = usePeopleHere(member)
  if (people.length === 0)
    return (
      <EmptyState
        icon={offlineIcon}
        text="Not on this device yet"
        more="A match can be found once you are online."
        action={action}
      />
    )
  return (
    <Stack gap="m">
      <Text tone="quiet">
        A random match needs a connection. You can choose someone this device knows: the swap is sent when you are back
        online.
      </Text>
      <List of={people} toKey={({ username }) => username}>
        {(person) => <Person person={person} onChoose={onChoose} />}
      </List>
      {action}
    </Stack>
  )
}

export function Person({ person, onChoose }: { person: Match; onChoose: (match: Match) => void }) {
  return (
    <button
      type="button"
      className={pressableCardClass({ pad: 's' })}
      aria-label={`Swap with ${person.username}`}
      onClick={() => onChoose(person)}
    >
      <Row gap="m">
        <Avatar name={person.username} picture={person.profileImage} />
        <Names name={person.username} />
        {person.swag !== undefined && (
          <Text as="span" tone="swag" strong>
            {person.swag} swag
          </Text>
        )}
      </Row>
    </button>
  )
}

/** From the cache, without a request. */
function usePeopleHere(member: string): readonly Match[] {
  const cacheOnly = { enabled: false }
  const talks = useLive(conversationsQuery(member), cacheOnly).value ?? []
  const following = useLive(peopleQuery('following', member), cacheOnly).value?.people ?? []
  const followers = useLive(peopleQuery('followers', member), cacheOnly).value?.people ?? []
  const feed = shownRows(useLive(feedQuery(member), cacheOnly).value ?? [])
  const known = [
    ...talks.map(({ conversant }) => ({ name: conversant })),
    ...[...following, ...followers].map(({ name, swag, pfpmed: picture }) => ({ name, swag, picture })),
    ...feed.map(({ user: name, user_pfp_med: picture }) => ({ name, picture })),
  ]
  return peopleHere(known, member)
}
