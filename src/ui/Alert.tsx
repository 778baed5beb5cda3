import type { ReactNode } from 'react'
import * as css from './Block.css.ts'
import { Icon } from './Icon.tsx'

/** Announced at once. Above a form, which retains its input, or above a button that remains visible. */
export function Alert({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div role="alert" className={css.tone.danger} ref={stayInSight}>
      <Icon name="warning" size="s" />
      <div className={css.body}>{children}</div>
      {action}
    </div>
  )
}

/** Also when the form is submitted again with the same error. */
function stayInSight(alert: HTMLElement | null) {
  const form = alert?.closest('form')
  if (!alert || !form) return undefined
  const show = () => alert.scrollIntoView({ block: 'nearest' })
  show()
  form.addEventListener('submit', show)
  return () => form.removeEventListener('submit', show)
}
