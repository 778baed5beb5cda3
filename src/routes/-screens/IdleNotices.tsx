import { useSession } from '#src/accounts/session/session.ts'
import { useScreenPathname } from '#src/accounts/session/useScreenPath.ts'
import { useStatus } from '#src/status/useStatus.ts'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'

const standingCards = async () => (await import('#src/accounts/standing/StandingCards.tsx')).StandingCards
const historyCard = async () => (await import('#src/listening/imports/BringHistoryCard.tsx')).BringHistoryCard
const installCard = async () => (await import('#src/install/InstallCard.tsx')).InstallCard
const notificationCard = async () => (await import('#src/notifications/NotificationCard.tsx')).NotificationCard
const followPushes = async () => (await import('#src/notifications/FollowPushes.tsx')).FollowPushes

const NONE = {}

/** Cards above the screen: offers, and above the feed what the admins have decided. */
export function IdleNotices() {
  const { member } = useSession()
  const pathname = useScreenPathname()
  const isNoticed = (useStatus()?.notices ?? 0) > 0 && pathname === '/'
  return (
    <>
      <LazyComponent load={standingCards} props={NONE} isWanted={member !== null && isNoticed} />
      <LazyComponent load={historyCard} props={NONE} isWanted={member !== null} />
      <LazyComponent load={installCard} props={NONE} />
      <LazyComponent load={notificationCard} props={NONE} isWanted={member !== null} />
      {member !== null && <LazyComponent load={followPushes} props={{ member }} />}
    </>
  )
}
