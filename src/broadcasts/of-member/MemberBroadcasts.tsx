import { useSession } from '#src/accounts/session/session.ts'
import { useIsAdmin } from '#src/accounts/useIsAdmin.ts'
import { PagesFoot } from '#src/cache/PagesFoot.tsx'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { PlaylistButton } from '#src/listening/playlist/PlaylistButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { FeedRow } from '../FeedRow.tsx'
import { getTrack, toListenable } from '../get-track.ts'
import type { FeedItem } from '../overlay.ts'
import { memberBroadcastsQuery, olderMemberBroadcastsQuery, PROFILE_LIMIT, readAllBroadcasts } from './queries.ts'

const FAILED = 'Failed to load broadcasts'
const LENGTHS = { head: PROFILE_LIMIT, older: PROFILE_LIMIT }

/** One member's broadcasts, newest first. Renders nothing on a host without them. */
export function MemberBroadcasts({ user }: { user: string }) {
  const { member } = useSession()
  const live = useLive(memberBroadcastsQuery(user, member))
  if (live.value === null) return null
  return (
    <Section
      title="Broadcasts"
      action={
        live.value !== undefined &&
        live.value.length > 0 && (
          <PlaylistButton variant="bare" title={`Broadcasts of ${user}`} read={() => readTracks(user, member)} />
        )
      }
    >
      <QueryState
        live={live}
        loading={
          <Skeleton shape="card" count={2}>
            Loading broadcasts...
          </Skeleton>
        }
        failed={FAILED}
        empty={<Text tone="quiet">No broadcasts yet.</Text>}
      >
        {(newest) => <Rows user={user} member={member} newest={newest} />}
      </QueryState>
    </Section>
  )
}

async function readTracks(user: string, member: string | null) {
  return (await readAllBroadcasts(user, member)).flatMap((row) => {
    const track = getTrack(row)
    return track === undefined ? [] : [toListenable(row, track)]
  })
}

interface RowsProps {
  user: string
  member: string | null
  newest: readonly FeedItem[]
}

function Rows({ user, member, newest }: RowsProps) {
  const isAdmin = useIsAdmin(member)
  const pages = usePages(newest, (before) => olderMemberBroadcastsQuery(user, member, before), {
    lengths: LENGTHS,
    name: 'broadcasts',
  })
  return (
    <>
      <Stack as="ul">
        {pages.items.map((item) => (
          <li key={item.id} data-row={item.id}>
            <FeedRow item={item} isAdmin={isAdmin} />
          </li>
        ))}
      </Stack>
      {pages.hasMore && <PagesFoot pages={pages} failed={FAILED} />}
    </>
  )
}
