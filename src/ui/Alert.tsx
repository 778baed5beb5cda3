import type { ReactNode } from 'react'
import * as css from './Block.css.ts'
import { Icon } from './Icon.tsx'

/** What went wrong, read out at once (`role="alert"`). It stands above a form that keeps what was typed, or above a button that stays in sight. */
export function Alert({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className={css.tone.danger} ref={stayInSight}>
      <Icon name="warning" size="s" />
      <div className={css.body}>{children}</div>
      {action}
    </div>
  )
}

/** What is wrong with a long form may stand far above the button: it comes into sight, and again when the form is sent with it. */
function stayInSight(alert: HTMLElement | null) {
  const form = alert?.closest('form')
  if (!alert || !form) return undefined
  const show = () => alert.scrollIntoView({ block: 'nearest' })
  show()
  form.addEventListener('submit', show)
  return () => form.removeEventListener('submit', show)
}
