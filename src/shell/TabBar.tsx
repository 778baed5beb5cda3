import type { ReactElement, ReactNode } from 'react'
import { CountBadge } from '#src/ui/Badge.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { type TabId, tabs } from './active-tab.ts'
import * as css from './TabBar.css.ts'

/** What a tab's link is given. The routes hand in the router's own Link, so the shell knows no router. */
export interface TabLink {
  to: (typeof tabs)[number]['to']
  className: string
  'aria-current': 'page' | undefined
  children: ReactNode
}

export interface TabBarProps {
  active: TabId | null
  /** How much waits behind a tab, and what it is, such as `{ swap: { value: 2, noun: 'swaps wait for you' } }`. */
  badges?: Partial<Record<TabId, { value: number; noun: string }>>
  renderLink: (link: TabLink) => ReactElement
}

/** The four tabs: a bar at the foot of a phone, a rail at the start of a desk. */
export function TabBar({ active, badges = {}, renderLink }: TabBarProps) {
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
              children: (
                <>
                  <span className={css.glyph}>
                    <Icon name={icon} />
                    <span className={css.count}>
                      <CountBadge value={badges[id]?.value ?? 0} noun={badges[id]?.noun ?? ''} />
                    </span>
                  </span>
                  {label}
                </>
              ),
            })}
          </div>
        ))}
      </div>
    </nav>
  )
}
