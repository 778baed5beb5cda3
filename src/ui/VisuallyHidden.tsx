import type { ReactNode } from 'react'
import { visuallyHidden } from './VisuallyHidden.css.ts'

/** Read out, not seen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={visuallyHidden}>{children}</span>
}
