import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { useWayBack } from '#src/layout/useWayBack.ts'
import { AddListen } from '#src/listening/listens/AddListen.tsx'
import { FilterListens, FilterListensForm } from '#src/listening/listens/FilterListens.tsx'
import { type ListensFilter, parseListensSearch } from '#src/listening/listens/filter.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { useIsWide } from '#src/ui/useIsWide.ts'
import { ForVisitors } from '../-screens/ForVisitors.tsx'
import { ListeningTabs } from '../-screens/ListeningTabs.tsx'
import { ListensBody } from './ListensBody.tsx'

/** Listens by the member in the URL, else the user's own. */
export function ListensScreen() {
  const { member } = useSession()
  const { user: named, filter } = parseListensSearch(useSearch({ from: '/listens' }))
  const isOwn = member !== null && (named === undefined || isSameName(named, member))
  const user = isOwn ? member : named
  const title = isOwn || user === undefined ? 'Your listening' : `Listens of ${user}`
  useScreenTitle(title === 'Your listening' ? 'Your listens' : title)
  const navigate = useNavigate()
  const isWide = useIsWide()
  const [open, setOpen] = useState<'filter' | 'add'>()
  const close = () => setOpen(undefined)
  const show = ({ day, artist, source }: ListensFilter) =>
    void navigate({
      to: '/listens',
      search: {
        ...(named !== undefined && { user: named }),
        ...(day !== undefined && { day }),
        ...(artist !== undefined && { artist }),
        ...(source !== undefined && { source }),
      },
    })
  const actions = user !== undefined && (
    <>
      {!isWide && <IconButton icon="search" label="Filter" aria-haspopup="dialog" onClick={() => setOpen('filter')} />}
      {isOwn && <IconButton icon="plus" label="Add a listen" aria-haspopup="dialog" onClick={() => setOpen('add')} />}
    </>
  )
  return (
    <Screen isSpread header={<ScreenHeader title={title} back={useWayBack()} actions={actions} />}>
      {isOwn && <ListeningTabs shown="/listens" />}
      {user === undefined ? (
        <ForVisitors text="Please log in to see your listens." />
      ) : (
        <Panes
          at="start"
          gap="l"
          isSticky
          side={
            isWide && (
              <FilterListensForm
                key={JSON.stringify(filter)}
                member={isOwn ? member : null}
                filter={filter}
                onFilter={show}
              />
            )
          }
        >
          <ListensBody key={JSON.stringify([user, filter])} {...{ user, isOwn, filter }} onFilter={show} />
        </Panes>
      )}
      {open === 'filter' && !isWide && (
        <FilterListens member={isOwn ? member : null} filter={filter} onFilter={show} onClose={close} />
      )}
      {open === 'add' && member !== null && <AddListen member={member} onClose={close} />}
    </Screen>
  )
}
