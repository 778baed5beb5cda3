import type { ReactNode } from 'react'
import * as css from './Block.css.ts'

/** A strip with the app state, such as offline since 8:12. Changes are announced politely. */
export function Strip({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    // <output> may hold phrases only, and the action may be more.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={css.tone.warning}>
      <span className={css.dot} />
      <div className={css.body}>{children}</div>
      {action}
    </div>
  )
}
