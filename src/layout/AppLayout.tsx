import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import * as css from './AppLayout.css.ts'
import { mainId } from './Screen.tsx'

interface FrameProps {
  tabs: ReactNode
  /** Without tabs until there is room for the rail and an aside: a conversation. */
  isAlone?: boolean
  /** Content beside the screen, from 1100 px on; it must also be available elsewhere. */
  aside?: ReactNode
  /** The aside is a list, at the start, and the screen what is open in it. */
  isListed?: boolean | undefined
  children: ReactNode
}

/** The frame around screens: tabs at the foot, from 900 px a rail, from 1100 px a second area. */
export function Frame({ tabs, isAlone = false, aside, isListed = false, children }: FrameProps) {
  const besides = aside && <aside className={css.aside}>{aside}</aside>
  return (
    <>
      <a className={css.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <div className={classNames(css.frame, isAlone && css.alone)}>
        {tabs}
        <div className={classNames(css.middle, isListed ? css.after : css.before)}>
          {isListed && besides}
          <div className={classNames(css.content, !isAlone && css.aboveTabs)}>{children}</div>
          {!isListed && besides}
        </div>
      </div>
    </>
  )
}
