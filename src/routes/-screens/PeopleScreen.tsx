import { isSameName } from '#contract/accounts/names.ts'
import type { Listed } from '#src/accounts/people/overlay.ts'
import { PersonRow } from '#src/accounts/people/PersonRow.tsx'
import type { PeopleList } from '#src/accounts/people/queries.ts'
import { usePeople } from '#src/accounts/people/usePeople.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { PagedList } from '#src/cache/PagedList.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { RefreshButton } from '#src/cache/RefreshButton.tsx'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'

const toName = ({ name }: Listed) => name
const toHeight = () => 69

const texts = {
  followers: { title: 'Followers', empty: 'No followers yet', failed: 'Failed to load followers' },
  following: { title: 'Following', empty: 'Not following anyone yet', failed: 'Failed to load following' },
}

export function PeopleScreen({ list, user }: { list: PeopleList; user: string }) {
  const { member } = useSession()
  const people = usePeople(list, user)
  const { title, empty, failed } = texts[list]
  useScreenTitle(`${title} of ${user}`)
  const isOwn = member !== null && isSameName(user, member)
  const back = {
    label: 'Back to Profile',
    ...(isOwn ? { to: '/profile' as const } : { to: '/profile/$username' as const, params: { username: user } }),
  }
  return (
    <Screen
      variant="flush"
      header={<ScreenHeader title={`${title} of ${user}`} back={back} actions={<RefreshButton />} />}
    >
      <QueryState live={people.head} loading={<Skeleton shape="row" count={6} />} failed={failed}>
        {() =>
          people.items.length === 0 ? (
            <EmptyState icon="profile" text={empty} {...(isOwn && { link: { text: 'Find Users', to: '/search' } })} />
          ) : (
            <PagedList label={title} items={people.items} pages={people} {...{ toKey: toName, toHeight, failed }}>
              {(person, isScrolling) => <PersonRow person={person} isStill={!isScrolling} />}
            </PagedList>
          )
        }
      </QueryState>
    </Screen>
  )
}
