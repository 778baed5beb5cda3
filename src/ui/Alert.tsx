import type { ReactNode } from 'react'
import * as css from './Block.css.ts'
import { Icon } from './Icon.tsx'

/** What went wrong, read out at once (`role="alert"`). It stands above a form that keeps what was typed. */
export function Alert({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className={css.tone.danger}>
      <Icon name="warning" size="s" />
      <div className={css.body}>{children}</div>
      {action}
    </div>
  )
}
