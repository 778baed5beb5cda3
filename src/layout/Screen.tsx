import { createContext, type ReactNode, useContext } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import * as css from './Screen.css.ts'

/** Where the skip link goes. */
export const mainId = 'main'

/** What stands between every screen's header and its body: the strip that says how the app is doing. */
export const StripSlot = createContext<ReactNode>(null)

interface ScreenProps {
  header: ReactNode
  /** `flush`: lists whose lines run from edge to edge. `filled`: as tall as the screen; what is in it scrolls by itself. */
  look?: keyof typeof css.body
  children: ReactNode
}

/** One screen: the main landmark with its header and its body. The routes move the focus to its h1 after a navigation. */
export function Screen({ header, look = 'padded', children }: ScreenProps) {
  return (
    <main id={mainId} className={classNames(css.main, look === 'filled' && css.filling)} tabIndex={-1}>
      {header}
      {useContext(StripSlot)}
      <div className={css.body[look]}>{children}</div>
    </main>
  )
}
