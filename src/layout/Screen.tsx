import { createContext, type ReactNode, useContext } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import * as css from './Screen.css.ts'

export const mainId = 'main'

/** The slot between every screen's header and its body, for the strip with the app's state. */
export const StripSlot = createContext<ReactNode>(null)

interface ScreenProps {
  header: ReactNode
  variant?: keyof typeof css.body
  /** From 1100 px as wide as the frame, for `Panes`. */
  isSpread?: boolean | undefined
  children: ReactNode
}

/** One screen: the main landmark. The routes focus its h1 after a navigation. */
export function Screen({ header, variant = 'padded', isSpread, children }: ScreenProps) {
  return (
    <main
      id={mainId}
      className={classNames(css.main, variant === 'filled' && css.filling, isSpread && css.spread)}
      tabIndex={-1}
    >
      {header}
      {useContext(StripSlot)}
      <div className={css.body[variant]}>{children}</div>
    </main>
  )
}
