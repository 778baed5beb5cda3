import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { HISTORY_CARD_KEY } from '#contract/storage-names.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { musicAccountQuery } from '#src/listening/music-accounts/queries.ts'
import { readLocalStorage, writeLocalStorage } from '#src/ui/local-storage.ts'
import { moveFocusToHeading, OfferCard } from '#src/ui/OfferCard.tsx'
import { useShowWhenIdle } from '#src/ui/useShowWhenIdle.ts'
import { BringHistoryButton } from './BringHistoryButton.tsx'
import { listeningSourcesQuery } from './queries.ts'

/** Stores the choice. If it cannot be stored, the card returns at the next start. */
const remember = (member: string) => writeLocalStorage(HISTORY_CARD_KEY, member)

/** Leads a member without listens to the import, above the feed only, once the user is idle. */
export function BringHistoryCard() {
  const { member } = useSession()
  const { pathname } = useLocation()
  return member !== null && pathname === '/' && <HistoryOffer member={member} />
}

function HistoryOffer({ member }: { member: string }) {
  const [isClosed, setClosed] = useState(() => readLocalStorage(HISTORY_CARD_KEY) === member)
  const isEmpty = useIsEmpty(member, !isClosed)
  useEffect(() => {
    if (isEmpty === false) remember(member)
  }, [isEmpty, member])
  const isTime = useShowWhenIdle(isEmpty === true, shown)
  const close = () => {
    setClosed(true)
    remember(member)
    moveFocusToHeading()
  }
  return !isClosed && isEmpty && isTime && <Offer onClose={close} />
}

/** Undefined while unknown, and on a host without these endpoints. */
function useIsEmpty(member: string, enabled: boolean): boolean | undefined {
  const stored = useLive(listeningSourcesQuery(member), { enabled }).value
  const isEmpty = stored != null && stored.sources.length === 0 && stored.imports.length === 0
  const linked = useLive(musicAccountQuery(member), { enabled: enabled && isEmpty }).value
  if (stored == null) return undefined
  if (!isEmpty) return false
  return linked === undefined ? undefined : linked === null || linked.account === null
}

const shown = { before: false }

const Offer = ({ onClose }: { onClose: () => void }) => (
  <OfferCard
    title="Bring your history"
    text="Your charts, leaderboards and matches come from what you listen to. Add it from a file, a music account or your player."
    action={<BringHistoryButton onClick={onClose} />}
    onDecline={onClose}
  />
)
