import type { ReactElement, ReactNode } from 'react'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { type TabId, tabs } from './active-tab.ts'
import * as css from './TabBar.css.ts'

/** Props for a tab's link: the routes pass the router's Link. */
interface TabLink {
  to: (typeof tabs)[number]['to']
  className: string
  'aria-current': 'page' | undefined
  children: ReactNode
}

interface TabBarProps {
  active: TabId | null
  /** Unseen items per tab: `{ swap: { value: 2, noun: 'waiting for you' } }`. */
  badges?: Partial<Record<TabId, TabBadge>>
  renderLink: (link: TabLink) => ReactElement
  more?: ReactNode
}

/** `noun` is announced after the number: '2 unread'. `news` is a dot without a number. */
interface TabBadge {
  value: number
  noun: string
  news?: string
}

/** The four tabs: a bar at the bottom of a phone, a rail at the start on a desktop. */
export function TabBar({ active, badges = {}, renderLink, more }: TabBarProps) {
  return (
    <nav className={css.bar} aria-label="Main">
      <div className={css.brand}>
        <Logo />
      </div>
      <div className={css.list}>
        {tabs.map(({ id, label, to, icon }) => (
          <div key={id}>
            {renderLink({
              to,
              className: css.tab,
              'aria-current': id === active ? 'page' : undefined,
              children: <TabInside icon={icon} label={label} badge={badges[id]} />,
            })}
          </div>
        ))}
        {more}
      </div>
    </nav>
  )
}

/** The icon with what is new, which is announced after the word. */
export function TabInside({ icon, label, badge }: { icon: IconName; label: string; badge: TabBadge | undefined }) {
  const count = badge?.value ?? 0
  return (
    <>
      <span className={css.glyph}>
        <Icon name={icon} />
        <span className={css.count} aria-hidden="true">
          {count > 0 ? <CountBadge value={count} noun="" /> : badge?.news && <span className={css.dot} />}
        </span>
      </span>
      {label}
      {count > 0 && <VisuallyHidden>{` (${count} ${badge?.noun})`}</VisuallyHidden>}
      {badge?.news && <VisuallyHidden>{` (${badge.news})`}</VisuallyHidden>}
    </>
  )
}
