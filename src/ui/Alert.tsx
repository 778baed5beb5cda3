import type { ReactNode } from 'react'
import * as css from './Block.css.ts'
import { Icon } from './Icon.tsx'

/**
 * An error, announced at once (`role="alert"`). It is rendered above a form, which
 * retains its input, or above a button that remains visible.
 */
export function Alert({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className={css.tone.danger} ref={stayInSight}>
      <Icon name="warning" size="s" />
      <div className={css.body}>{children}</div>
      {action}
    </div>
  )
}

/**
 * Scrolls the error of a long form into view, when it appears and when the form is submitted again
 * with it.
 */
function stayInSight(alert: HTMLElement | null) {
  const form = alert?.closest('form')
  if (!alert || !form) return undefined
  const show = () => alert.scrollIntoView({ block: 'nearest' })
  show()
  form.addEventListener('submit', show)
  return () => form.removeEventListener('submit', show)
}
