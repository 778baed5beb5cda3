import { useCallback, useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { BringHistoryButton } from '#src/listening/imports/BringHistoryButton.tsx'
import { CorrectListen } from '#src/listening/listens/CorrectListen.tsx'
import { filterText } from '#src/listening/listens/FilterListens.tsx'
import { isFiltered, type ListensFilter } from '#src/listening/listens/filter.ts'
import { ListenList } from '#src/listening/listens/ListenList.tsx'
import type { ListenItem, ListenRow } from '#src/listening/listens/overlay.ts'
import {
  listensQuery,
  NEWEST_LISTENS,
  OLDER_LISTENS,
  olderListensQuery,
  olderOwnListensQuery,
  ownListensQuery,
} from '#src/listening/listens/queries.ts'
import { NowPlaying } from '#src/listening/now-playing/NowPlaying.tsx'
import { longDate } from '#src/ui/dates.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { ListenMenu } from './ListenMenu.tsx'
import { PlayingActions } from './PlayingActions.tsx'

const EVERY_MS = 60_000
const SERVICES: Readonly<Record<string, string>> = { lastfm: 'Last.fm', listenbrainz: 'ListenBrainz' }

interface ListensBodyProps {
  user: string
  isOwn: boolean
  filter: ListensFilter
  onFilter: (filter: ListensFilter) => void
}

export function ListensBody(props: ListensBodyProps) {
  const { user, isOwn, filter, onFilter } = props
  const query = isOwn ? ownListensQuery(user, filter) : listensQuery(user, filter)
  const live = useLive<Parameters<typeof query.overlay>[0], ReturnType<typeof query.overlay>>(query, {
    everyMs: EVERY_MS,
  })
  return (
    <Stack gap="l">
      {!isFiltered(filter) && (
        <NowPlaying user={user} hasHeart={isOwn}>
          {isOwn && ((playing) => <PlayingActions playing={playing} />)}
        </NowPlaying>
      )}
      {isFiltered(filter) && (
        <Row gap="m">
          <Text strong>{filterText(filter, longDate)}</Text>
          <RowButton onClick={() => onFilter({})}>Show All</RowButton>
        </Row>
      )}
      <QueryState
        live={live}
        loading={<Skeleton shape="row" count={8} />}
        failed="Failed to load listens"
        lacking={
          isOwn ? <EmptyState icon="clock" text="This server doesn't list listens." /> : <NoSuchList user={user} />
        }
      >
        {(response) => {
          if (response.isHidden) return <EmptyState icon="profile" text={`${user} hides their listening.`} />
          const served = response.chartsFrom && (SERVICES[response.chartsFrom] ?? response.chartsFrom)
          return (
            <>
              {served && <Note>Your charts come from {served}. Listens here don't count in them meanwhile.</Note>}
              <Listens {...props} head={response.rows} />
            </>
          )
        }}
      </QueryState>
    </Stack>
  )
}

/** A host without the call and one without the member both respond with 404. */
const NoSuchList = ({ user }: { user: string }) => (
  <EmptyState
    icon="clock"
    text={`No listens of ${user} can be shown.`}
    more="There is no such member, or this server doesn't list listens."
  />
)

const LENGTHS = { head: NEWEST_LISTENS, older: OLDER_LISTENS }

function Listens({ user, isOwn, filter, onFilter, head }: ListensBodyProps & { head: readonly ListenRow[] }) {
  const { member } = useSession()
  const older = isOwn ? olderOwnListensQuery : olderListensQuery
  const pages = usePages(head, (before) => older(user, filter, before), { lengths: LENGTHS })
  const [chosen, setChosen] = useState<{ listen: ListenItem; isCorrecting: boolean }>()
  const close = () => setChosen(undefined)
  const onMore = useCallback((listen: ListenItem) => setChosen({ listen, isCorrecting: false }), [])
  if (!pages.hasMore && pages.items.length === 0) return <NoListens {...{ user, isOwn, filter }} />
  return (
    <>
      <ListenList user={user} pages={pages} onMore={member === null ? undefined : onMore} />
      {chosen && member !== null && !chosen.isCorrecting && (
        <ListenMenu
          member={member}
          listen={chosen.listen}
          isOwn={isOwn}
          onFilter={(artist) => onFilter({ artist })}
          onCorrect={() => setChosen({ ...chosen, isCorrecting: true })}
          onClose={close}
        />
      )}
      {chosen?.isCorrecting && member !== null && (
        <CorrectListen member={member} listen={chosen.listen} onClose={close} />
      )}
    </>
  )
}

function NoListens({ user, isOwn, filter }: Pick<ListensBodyProps, 'user' | 'isOwn' | 'filter'>) {
  if (isFiltered(filter))
    return <EmptyState icon="search" text="No listens found" more="Change or remove the filter." />
  if (!isOwn) return <EmptyState icon="clock" text={`${user} has no listens here yet.`} />
  return (
    <EmptyState
      icon="clock"
      text="No listens yet"
      more="They appear when you bring your history, when a player scrobbles, or when you add one."
      action={<BringHistoryButton variant="quiet" />}
    />
  )
}
