import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import * as css from './AppLayout.css.ts'
import { mainId } from './Screen.tsx'

interface FrameProps {
  /** The TabBar, or nothing on a conversation. */
  tabs?: ReactNode
  /** Content beside a list, from 1180 px on; it must also be available elsewhere. */
  aside?: ReactNode
  /** The strip, then the screen. */
  children: ReactNode
}

/**
 * The frame around every screen: one column with the tabs at its foot, from 900 px with the rail at
 * its start.
 */
export function Frame({ tabs, aside, children }: FrameProps) {
  return (
    <>
      <a className={css.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <div className={classNames(css.frame, !tabs && css.alone)}>
        {tabs}
        <div className={classNames(css.middle, tabs ? css.besideRail : Boolean(aside) && css.besideCompany)}>
          <div className={classNames(css.content, Boolean(tabs) && css.aboveTabs)}>{children}</div>
          {aside && <aside className={css.aside}>{aside}</aside>}
        </div>
      </div>
    </>
  )
}
