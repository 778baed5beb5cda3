import { Link } from '@tanstack/react-router'
import * as css from '#src/layout/TabBar.css.ts'
import { TabInside } from '#src/layout/TabBar.tsx'
import { useStatus } from '#src/status/useStatus.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import type { IconName } from '#src/ui/Icon.tsx'

/** What the feed header links to on a phone, on the rail of a wide window. */
export function RailLinks() {
  const status = useStatus()
  return (
    <>
      <RailLink to="/dm" icon="message" label="Messages" count={status?.unread_messages} noun="unread" />
      {status?.unread_activity !== undefined && (
        <RailLink to="/activity" icon="bell" label="Notifications" count={status.unread_activity} noun="new" />
      )}
      <div className={css.action}>
        <ButtonLink block to="/broadcast-track">
          Broadcast
        </ButtonLink>
      </div>
    </>
  )
}

interface RailLinkProps {
  to: '/dm' | '/activity'
  icon: IconName
  label: string
  count: number | undefined
  noun: string
}

const RailLink = ({ to, icon, label, count = 0, noun }: RailLinkProps) => (
  <Link to={to} className={css.tab}>
    <TabInside icon={icon} label={label} badge={{ value: count, noun }} />
  </Link>
)
